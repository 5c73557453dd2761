import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { allMessages, ask, meeting, openStream } from '@parley/testing';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { startCluster, type Cluster } from '../cluster.ts';
import { workersOf } from '../crew.ts';
import { onOwnPostgres } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { Reader } from '../reader.ts';
import { timesRepeated } from '../rounds.ts';

const rounds = timesRepeated(3);

/** Without it, only the sweep would deliver notifications for the rest of the process. */
async function expectListeners({ databaseUrl, servers }: Cluster): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  const listening = () => sql`select pid from pg_stat_activity where application_name = 'parley' and query ilike 'listen %'`;
  await eventually(async () => (await listening()).length === servers.length);
  await sql.end();
}

async function cutConnections({ databaseUrl }: Cluster): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const cut = await sql`select pid, pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley'`;
  expect(cut.length).toBeGreaterThan(2);
  const pids = cut.map(({ pid }) => pid as number);
  // They were only asked to terminate.
  await eventually(async () => (await sql`select pid from pg_stat_activity where pid = any(${pids})`).length === 0);
  await sql.end();
}

// One that is killed, stopped or out of reach is in `load/src/soak`.
test('no answered write is lost when connections to the database are cut', async () => {
  let said = '';
  const cluster = await startCluster(2, {}, (text) => (said += text), onOwnPostgres);
  onTestFinished(() => cluster.stop());
  const [first, second] = cluster.servers as [Cluster['servers'][0], Cluster['servers'][0]];
  const { owner, invitation, crew } = await meeting(first, 9);
  const workers = await workersOf(first, crew, invitation);
  const reader = new Reader(owner);
  const streams = await Promise.all(cluster.servers.map((server) => openStream(server, owner)));
  const isUp = async () => {
    const probes = cluster.servers.map((server) => ask(server, 'sendMessage', owner, { content: 'anyone there?' }));
    return (await Promise.all(probes)).every(({ status }) => status === 200);
  };

  for (let round = 0; round < rounds; round += 1) {
    const over = new AbortController();
    const working = Promise.all([
      reader.follow(second, over.signal),
      ...workers.map((worker, i) => worker.work(cluster.nth(i), over.signal)),
    ]);
    await sleep(randomInt(50, 500));
    await cutConnections(cluster);
    await sleep(randomInt(200));
    over.abort();
    await working;
    await eventually(isUp);
    await Promise.all(workers.map((worker) => worker.retry(first)));
    await reader.catchUp(second);
    await Promise.all(workers.map((worker) => worker.check(first, reader)));
  }

  const ids = (await allMessages(first, owner)).map(({ id }) => id);
  expect(reader.polled.map(({ id }) => id)).toEqual(ids);
  expect(reader.messages.map(({ id }) => id)).toEqual(ids);
  for (const stream of streams) {
    const heard = () => stream.events.flatMap(({ event, data }) => (event === 'message' ? data.id : []));
    await eventually(() => heard().length >= ids.length);
    expect(heard()).toEqual(ids);
    stream.leave();
  }
  expect(said).not.toMatch(/[0-9a-f]{64}/i);
  await expectListeners(cluster);
});
