import { setTimeout as sleep } from 'node:timers/promises';
import { answer, createArtifact, meeting, openStream, startServer, type Stream } from '@parley/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startCluster, type Cluster } from '../cluster.ts';
import { expectEnd, expectOver } from '../ended-space.ts';
import { eventually } from '../eventually.ts';

const lockSeconds = 2;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(3, { PARLEY_LOCK_TTL_SECONDS: String(lockSeconds) });
});
afterAll(() => cluster.stop());

/** The machine can stand still for longer than a lifetime: then it begins again with a longer one. */
async function lasting<Begun>(ttl: number, begin: (ttl: number) => Promise<Begun>): Promise<Begun> {
  const since = Date.now();
  try {
    return await begin(ttl);
  } catch (error) {
    if (Date.now() - since < ttl * 1_000) throw error;
    return lasting(2 * ttl, begin);
  }
}

/** A space with a stream at each process. */
async function followed(ttl: number) {
  const { owner, crew } = await meeting(cluster.any(), 1, { ttl });
  const streams = await Promise.all(cluster.servers.map((server, i) => openStream(server, i === 0 ? owner : crew[0]!)));
  return { owner, crew, streams };
}

test('an expired space ends on every process', async () => {
  const { owner, crew, streams } = await lasting(6, followed);
  await expectEnd(streams, 'expired');
  await expectOver(cluster.servers, [owner, crew[0]!]);
});

test('a space whose lifetime is changed by one process lasts so long on all of them, and on one that starts later', async () => {
  const { owner, crew, streams, firstSeconds } = await lasting(12, async (firstSeconds) => {
    const { owner, crew, streams } = await followed(firstSeconds);
    await Promise.all(cluster.servers.map((server) => answer(200, server, 'getSpace', crew[0]!)));
    await answer(200, cluster.nth(0), 'updateSpace', owner, { ttl: 1_000 });
    return { owner, crew, streams, firstSeconds };
  });
  const lasts = async (server = cluster.any()) => (await answer(200, server, 'getSpace', crew[0]!)).ttlRemaining > 900;
  for (const server of cluster.servers) expect(await lasts(server)).toBe(true);
  const hasContext = ({ events }: Stream) =>
    events.some(({ event, data }) => event === 'context' && data.space.ttlRemaining > 900);
  await eventually(() => streams.every(hasContext));
  // Past the first lifetime, by which nothing has ended it.
  await sleep(firstSeconds * 1_000 + 1_000);
  for (const server of cluster.servers) {
    expect(await lasts(server)).toBe(true);
    await answer(200, server, 'sendMessage', crew[0]!, { content: 'Still here' });
  }
  const late = await startServer({ ...cluster.settings });
  onTestFinished(() => late.stop());
  expect(await lasts(late)).toBe(true);
  await answer(200, late, 'updateSpace', owner, { ttl: 2 });
  await expectEnd(streams, 'expired');
  await expectOver(cluster.servers, [owner, crew[0]!]);
  await answer(409, late, 'updateSpace', owner, { ttl: 1_000 });
});

test('the shortest lifetime ends everywhere without any request', async () => {
  const { spaceId, ownerPrivateKey: key } = await answer(
    200,
    cluster.any(),
    'createSpace',
    {},
    { name: 'Brief', description: '', ttl: 1 },
  );
  await sleep(1_100);
  for (const server of cluster.servers) await answer(401, server, 'getSpace', { spaceId, key });
});

test('an expired lock is free on every process, and the log reports it', async () => {
  const { owner, crew } = await meeting(cluster.any(), 1);
  const artifactId = await createArtifact(cluster.any(), owner);
  const stream = await openStream(cluster.any(), owner);
  await answer(200, cluster.any(), 'lockArtifact', crew[0]!, { artifactId });
  await eventually(() => stream.events.some(({ event, data }) => event === 'artifact' && data.action === 'lock-expired'));
  for (const server of cluster.servers) {
    await answer(423, server, 'writeArtifact', crew[0]!, { artifactId, content: 'mine' });
    expect(await answer(200, server, 'getArtifact', owner, { artifactId })).not.toHaveProperty('lockedBy');
  }
  await answer(200, cluster.any(), 'lockArtifact', owner, { artifactId });
  stream.leave();
});
