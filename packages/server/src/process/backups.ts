import { parseArgs } from 'node:util';
import { backup } from '../backup/backup.ts';
import { Damaged } from '../backup/damaged.ts';
import { bytesOf } from '../backup/input.ts';
import { readBackup, type Contents } from '../backup/read.ts';
import { restore } from '../backup/restore.ts';
import { readConfig } from '../config.ts';
import { Unusable } from '../store/unusable.ts';
import { backupUsages, type BackupCommand } from './command-line.ts';
import { startFailure } from './start-failure.ts';

type Environment = Record<string, string | undefined>;

/** Runs a command for backups; returns its exit code. What it says is one line on standard error. */
export async function runBackupCommand(command: BackupCommand, words: string[], environment: Environment): Promise<number> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  let work: () => Promise<string>;
  try {
    work = workOf(command, words, environment, ending.signal);
  } catch {
    say(`Usage: ${backupUsages[command]}`);
    return 2;
  }
  try {
    say(await work());
    return 0;
  } catch (error) {
    say(ending.signal.aborted ? 'Stopped' : await failureOf(error, environment));
    return 1;
  }
}

function workOf(command: BackupCommand, words: string[], environment: Environment, signal: AbortSignal): () => Promise<string> {
  switch (command) {
    case 'backup': {
      const { out } = parseArgs({ args: words, options: { out: { type: 'string' } } }).values;
      return async () => {
        await backup(readConfig(environment), out, signal);
        return `Backup complete${out === undefined ? '' : `: ${out}`}`;
      };
    }
    case 'restore': {
      const options = { 'new-secret': { type: 'boolean', default: false } } as const;
      const { positionals, values } = parseArgs({ args: words, options, allowPositionals: true });
      const file = onlyOne(positionals);
      return async () => {
        const restored = await restore(file, readConfig(environment), { acceptsNewSecret: values['new-secret'], signal });
        return `Restored ${summaryOf(restored)}${restored.hasNewSecret ? `. ${afterNewSecret}` : ''}`;
      };
    }
    case 'verify-backup': {
      const file = onlyOne(parseArgs({ args: words, allowPositionals: true }).positionals);
      return async () => `Complete and unchanged: ${summaryOf(await readBackup(bytesOf(file, signal)))}`;
    }
  }
}

function onlyOne(positionals: readonly string[]): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('One file is needed');
  return file;
}

const afterNewSecret =
  'The secret is a new one: all keys work, but none can be shown again, sessions have ended, and wake addresses must be set again';

function summaryOf({ header, rows }: Contents): string {
  const { spaces, events, users } = rows;
  return `a backup of ${header.createdAt} by release ${header.version} with ${spaces} spaces, ${events} events and ${users} users`;
}

const failureOf = async (error: unknown, environment: Environment): Promise<string> =>
  error instanceof Damaged || error instanceof Unusable ? error.message : startFailure(error, environment);

const say = (line: string): void => void process.stderr.write(`${line}\n`);
