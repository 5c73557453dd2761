import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { storedBody } from '../../clients/message.ts';
import { scratch } from '../../process/scratch.ts';

/** Inserts the rows of messages one by one, prepared, with so many clients; returns the rate. */
export type Inserts = (clients: number, spaces: 'one' | 'many', ms: number) => Promise<number>;

interface Inserting {
  url: string;
  clients: number;
  /** How many spaces. */
  spaces: number;
  ms: number;
  /** Sequences start here; no two runs may share them. */
  base: number;
}

/** A copy of Parley's table. */
const table = 'bench_row';
export const createTable = `create table if not exists ${table} (like events including all)`;
const insertText = (space: string, sequence: string, body: string): string =>
  `insert into ${table} (space_id, sequence, at_ms, event, body)
   values (('00000000-0000-4000-8000-' || lpad(${space}::text, 12, '0'))::uuid, ${sequence}, ${sequence}, 'message', ${body})`;

const hasPgbench = spawnSync('pgbench', ['--version']).status === 0;
/** The program that inserts: our own loop if there is no `pgbench`. */
export const inserter = hasPgbench ? 'pgbench' : 'postgres.js insert';

/** Inserts into the database of a URL. */
export function insertsInto(url: string): Inserts {
  let runs = 0;
  const insert = hasPgbench ? pgbench : loop;
  return (clients, spaces, ms) => insert({ url, clients, spaces: spaces === 'one' ? 1 : 1_000, ms, base: (runs += 1) * 1e8 });
}

async function pgbench({ url, clients, spaces, ms, base }: Inserting): Promise<number> {
  const script = scratch('insert.sql');
  writeFileSync(
    script,
    `\\set n :n + 1
\\set sequence :client_id * 1000000000000 + :n
\\set space random(1, ${spaces})
${insertText(':space', ':sequence', ':body').replaceAll('\n', ' ')};
`,
  );
  const { hostname, port, username, password, pathname } = new URL(url);
  const { stdout } = await promisify(execFile)(
    'pgbench',
    [
      ...['-n', '-M', 'prepared', '-c', `${clients}`, '-j', `${Math.min(clients, 2)}`, '-f', script],
      ...['-T', `${Math.max(1, Math.round(ms / 1000))}`, '-D', `n=${base}`, '-D', `body=${storedBody('Owner')}`],
      ...['-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
    ],
    { env: { ...process.env, PGPASSWORD: password } },
  );
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  if (!(rate > 0)) throw new Error(`pgbench reported no rate:\n${stdout}`);
  return rate;
}

async function loop({ url, clients, spaces, ms, base }: Inserting): Promise<number> {
  const text = insertText('$1', '$2::bigint', '$3');
  const body = storedBody('Owner');
  let inserted = 0;
  let start = 0;
  const client = async (number: number) => {
    const sql = postgres(url, { max: 1, fetch_types: false });
    await sql`select 1`;
    start ||= performance.now();
    for (let n = 0; performance.now() - start < ms; n += 1, inserted += 1) {
      const space = 1 + Math.floor(Math.random() * spaces);
      await sql.unsafe(text, [space, String(number * 1e12 + base + n), body], { prepare: true });
    }
    await sql.end();
  };
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i)));
  return inserted / ((performance.now() - start) / 1000);
}
