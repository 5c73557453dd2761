import { parseArgs } from 'node:util';
import { counted } from '@parley/core';
import { backup } from '../host/backup/backup.ts';
import { Damaged } from '../host/backup/damaged.ts';
import { bytesOf } from '../host/backup/input.ts';
import { cancelExport, exportSpace } from '../host/backup/export-space.ts';
import { importSpace } from '../host/backup/import-space.ts';
import { inDatabase } from '../host/backup/place.ts';
import { isId, readFile, type Contents } from '../host/backup/read.ts';
import { restore } from '../host/backup/restore.ts';
import { readConfig } from '../config.ts';
import { Unusable } from '../engine/store/unusable.ts';
import { backupUsages, type BackupCommand } from './command-line.ts';
import { recordCommand } from './recorded.ts';
import { startFailure } from './start-failure.ts';

type BackupEnvironment = Record<string, string | undefined>;

/** Runs a command for backups; returns its exit code. What it says is one line on standard error. */
export async function runBackupCommand(command: BackupCommand, words: string[], environment: BackupEnvironment): Promise<number> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
  let work: () => Promise<string>;
  try {
    work = workOf(command, words, environment, ending.signal);
  } catch {
    say(`Usage: ${backupUsages[command]}`);
    return 2;
  }
  const spaceId = words.map((word) => word.toLowerCase()).find(isId);
  try {
    say(await work());
    recordCommand(environment, { event: command, spaceId });
    return 0;
  } catch (error) {
    recordCommand(environment, { event: command, spaceId, refused: 'failed' });
    say(ending.signal.aborted ? 'Stopped' : await failureOf(error, environment));
    return 1;
  }
}

function workOf(
  command: BackupCommand,
  words: string[],
  environment: BackupEnvironment,
  signal: AbortSignal,
): () => Promise<string> {
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
      return async () => `Complete and unchanged: ${summaryOf(await readFile(bytesOf(file, signal)))}`;
    }
    case 'export-space':
      return exporting(words, environment, signal);
    case 'import-space': {
      const options = { 'new-secret': { type: 'boolean', default: false } } as const;
      const { positionals, values } = parseArgs({ args: words, options, allowPositionals: true });
      const file = onlyOne(positionals);
      return async () => {
        const imported = await importSpace(file, readConfig(environment), { acceptsNewSecret: values['new-secret'], signal });
        return `Imported ${summaryOf(imported)}. It is open here now${imported.hasNewSecret ? `. ${withNewSecret}` : ''}`;
      };
    }
  }
}

function exporting(words: string[], environment: BackupEnvironment, signal: AbortSignal): () => Promise<string> {
  const { positionals, values } = parseArgs({
    args: words,
    options: {
      to: { type: 'string' },
      out: { type: 'string' },
      cancel: { type: 'boolean', default: false },
      'not-imported': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const spaceId = idIn(onlyOne(positionals));
  const { to, out: file, cancel, 'not-imported': isNotImported } = values;
  if (cancel) {
    if (to !== undefined || file !== undefined) throw new Error('Nothing is exported');
    return async () => {
      await inDatabase(readConfig(environment), (database) => cancelExport(database, { spaceId, isNotImported }));
      return `Cancelled: the space ${spaceId} is open here again`;
    };
  }
  if (to === undefined || file === undefined) throw new Error('A server and a file are needed');
  const toServer = idIn(to);
  return async () => {
    await exportSpace(readConfig(environment), { spaceId, toServer, file, isNotImported, signal });
    return `Exported: ${file}. The space ${spaceId} is over here, and only the server ${toServer} accepts the file`;
  };
}

function idIn(text: string): string {
  const id = text.toLowerCase();
  if (!isId(id)) throw new Error('An id is needed');
  return id;
}

function onlyOne(positionals: readonly string[]): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('One file is needed');
  return file;
}

const afterNewSecret =
  'The secret is a new one: all keys work, but none can be shown again, sessions have ended, and wake addresses must be set again';

const withNewSecret =
  'The secret is another one: all keys work, but none can be shown again, and wake addresses must be set again';

function summaryOf({ header, rows }: Contents): string {
  if (header.kind === 'move') {
    return `the space ${header.spaceId} with ${counted(rows['events'] ?? 0, 'event')}, exported at ${header.createdAt} by release ${header.version} for the server ${header.toServer}`;
  }
  const { spaces, events, users } = rows;
  return `a backup of ${header.createdAt} by release ${header.version} with ${counted(spaces ?? 0, 'space')}, ${counted(events ?? 0, 'event')} and ${counted(users ?? 0, 'user')}`;
}

const failureOf = async (error: unknown, environment: BackupEnvironment): Promise<string> =>
  error instanceof Damaged || error instanceof Unusable ? error.message : (ofFile(error) ?? startFailure(error, environment));

function ofFile(error: unknown): string | undefined {
  const { code, syscall, path = 'it' } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return `A file is needed, and ${path} is a folder`;
  if (syscall !== 'open') return undefined;
  if (code === 'ENOENT') return `There is no file or folder ${path}`;
  return code === 'EACCES' || code === 'EPERM' ? `This user may not open ${path}` : undefined;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);
