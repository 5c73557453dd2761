import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { storedBody } from '../../clients/message.ts';
import { built } from '../../process/built.ts';
import { startChild } from '../../process/child.ts';
import { scratch } from '../../process/scratch.ts';
import { insertText, manySpaces } from './insert.ts';

export interface Inserting {
  url: string;
  clients: number;
  spaces: 'one' | 'many';
  ms: number;
  /** Sequences start here; no two runs may share them. */
  base: number;
}

export type Inserts = (clients: number, spaces: 'one' | 'many', ms: number) => Promise<number>;

const hasPgbench = spawnSync('pgbench', ['--version']).status === 0;
/** The program that inserts. */
export const inserter = hasPgbench ? 'pgbench' : 'postgres.js insert';

/** The rate of prepared single-row inserts, with `pgbench` if it is installed, otherwise with our own loop. */
export function insertsInto(url: string): Inserts {
  const child = hasPgbench ? undefined : startChild<Inserting, number>(built('bench/postgres/inserter.js'));
  const work = child ? child.ask : pgbench;
  let runs = 0;
  return (clients, spaces, ms) => work({ url, clients, spaces, ms, base: (runs += 1) * 1e8 });
}

const run = promisify(execFile);

async function pgbench({ url, clients, spaces, ms, base }: Inserting): Promise<number> {
  const script = scratch('insert.sql');
  writeFileSync(
    script,
    `\\set n :n + 1
\\set sequence :client_id * 1000000000000 + :n
\\set space random(1, ${spaces === 'one' ? 1 : manySpaces})
${insertText(':space', ':sequence', ':body').replaceAll('\n', ' ')};
`,
  );
  const { hostname, port, username, password, pathname } = new URL(url);
  const options = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', `${Math.min(clients, 2)}`, '-f', script];
  const { stdout } = await run(
    'pgbench',
    [
      ...options,
      ...['-T', `${Math.max(1, Math.round(ms / 1000))}`, '-D', `n=${base}`, '-D', `body=${storedBody('Owner')}`],
      ...['-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
    ],
    { env: { ...process.env, PGPASSWORD: password } },
  );
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  if (!(rate > 0)) throw new Error(`pgbench reported no rate:\n${stdout}`);
  return rate;
}
