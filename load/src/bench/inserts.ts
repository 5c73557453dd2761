import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { content } from '../clients/message.ts';
import { scratch } from '../process/resources.ts';
import { statement } from '../servers/databases.ts';
import { Missing } from './figures.ts';

/** A message as the server stores it. */
const stored = JSON.stringify({
  ...{ id: randomUUID(), senderId: randomUUID(), senderName: 'Owner', isOwner: true },
  ...{ content, type: 'text' },
});
/** A copy of Parley's table. */
const table = 'bench_row';
const script = (spaces: number): string => `\\set n :n + 1
\\set sequence :client_id * 1000000000000 + :n
\\set space random(1, ${spaces})
insert into ${table} (space_id, sequence, at_ms, event, body) values (('00000000-0000-4000-8000-' || lpad(:space::text, 12, '0'))::uuid, :sequence, :sequence, 'message', :body);
`;
let runs = 0;

/** Lets `pgbench` insert the rows of messages one by one, prepared; returns the rate. */
export async function inserts(url: string, clients: number, spaces: number, ms: number): Promise<number> {
  if (spawnSync('pgbench', ['--version']).status !== 0) throw new Missing('pgbench is not installed');
  await statement(url, `create table if not exists ${table} (like events including all)`);
  const file = scratch('insert.sql');
  writeFileSync(file, script(spaces));
  runs += 1;
  const { hostname, port, username, password, pathname } = new URL(url);
  const { stdout } = await promisify(execFile)(
    'pgbench',
    [
      ...['-n', '-M', 'prepared', '-c', `${clients}`, '-j', `${Math.min(clients, 2)}`, '-f', file],
      // No two runs may share sequences.
      ...['-T', `${Math.max(1, Math.round(ms / 1000))}`, '-D', `n=${runs * 1e8}`, '-D', `body=${stored}`],
      ...['-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
    ],
    { env: { ...process.env, PGPASSWORD: password } },
  );
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  if (!(rate > 0)) throw new Error(`pgbench reported no rate:\n${stdout}`);
  return rate;
}
