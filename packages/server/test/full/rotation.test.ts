import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { allMessages, answer, ask, createArtifact, meeting, openStream, type Member } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../cluster.ts';
import { eventually } from '../eventually.ts';
import { Reader } from '../reader.ts';
import { timesRepeated } from '../rounds.ts';

const rounds = timesRepeated(3);
const repeated = { repeats: rounds - 1 };

let cluster: Cluster;
beforeAll(async () => {
  // URLs in events are those of the process that sends them.
  cluster = await startCluster(3, { PARLEY_PUBLIC_URL: 'https://parley.example' });
});
afterAll(() => cluster.stop());

/** The same participant with its next key. */
async function rotated<Who extends Member>(member: Who): Promise<Who> {
  const { privateKey: key } = await answer(200, cluster.any(), 'rotateKey', member);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  return { ...member, key };
}

async function expectRevoked(member: Member): Promise<void> {
  for (const server of cluster.servers) {
    for (const name of ['getSpace', 'listMessages', 'sendMessage', 'rotateKey'] as const) {
      const refused = await ask(server, name, member, name === 'sendMessage' ? { content: 'Hello' } : {});
      expect(refused, name).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
    }
  }
}

test('after a key is replaced the former one works on no process, and its streams and waiting polls end', repeated, async () => {
  const { owner, crew } = await meeting(cluster.any(), 2);
  const [ada, ben] = crew as [Member, Member];
  for (const who of [owner, ada]) {
    const streams = await Promise.all(cluster.servers.map((server) => openStream(server, who)));
    const polls = cluster.servers.map((server) => ask(server, 'listMessages', who, { after: 99, wait: 25 }));
    await sleep(randomInt(100));
    const now = await rotated(who);
    await expectRevoked(who);
    for (const { ended } of streams) expect(await ended).toBe('ended');
    for (const { status } of await Promise.all(polls)) expect(status).toBe(401);
    const again = await openStream(cluster.any(), now);
    const { messageId } = await answer(200, cluster.any(), 'sendMessage', now, { content: 'Still me' });
    await eventually(() => again.events.some(({ event, data }) => event === 'message' && data.id === messageId));
    again.leave();
  }
  const { messages } = await answer(200, cluster.any(), 'listMessages', ben);
  expect(messages.map(({ senderId }) => senderId)).toEqual([owner.id, ada.id]);
});

test('nobody else is told that a key is replaced: there is no event', async () => {
  const { owner, crew } = await meeting(cluster.any(), 2);
  const [ada, ben] = crew as [Member, Member];
  const streams = await Promise.all([owner, ben].map((who, i) => openStream(cluster.nth(i), who)));
  const before = streams.map(({ events }) => events.length);
  const now = await rotated(await rotated(ada));
  const { messageId } = await answer(200, cluster.any(), 'sendMessage', now, { content: 'Done' });
  for (const [i, { events, leave }] of streams.entries()) {
    await eventually(() => events.some(({ event, data }) => event === 'message' && data.id === messageId));
    expect(events.slice(before[i]).filter(({ id }) => id !== undefined)).toMatchObject([
      { event: 'message', data: { id: messageId } },
    ]);
    leave();
  }
});

test('of two rotations with one key on different processes exactly one wins, and the other is 401', repeated, async () => {
  const { crew } = await meeting(cluster.any(), 1);
  const [ada] = crew as [Member];
  const tries = await Promise.all(Array.from({ length: 12 }, (_, i) => ask(cluster.nth(i), 'rotateKey', ada, {}, randomUUID())));
  const winners = tries.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  for (const { status, body } of tries) if (status !== 200) expect([status, body.code]).toEqual([401, 'key_revoked']);
  await answer(200, cluster.any(), 'getSpace', { ...ada, key: winners[0]!.body.privateKey });
});

test('what is sent while a key is replaced is sent by that key before, or refused', repeated, async () => {
  const { owner, crew } = await meeting(cluster.any(), 1);
  const [ada] = crew as [Member];
  const talking = cluster.servers.map(async (server) => {
    const sent: string[] = [];
    for (;;) {
      const { status, body } = await ask(server, 'sendMessage', ada, { content: 'and another thing' });
      if (status !== 200) return { status, code: body.code, sent };
      sent.push(body.messageId);
    }
  });
  await sleep(randomInt(200));
  const now = await rotated(ada);
  const { messageId } = await answer(200, cluster.any(), 'sendMessage', now, { content: 'after' });
  const talks = await Promise.all(talking);
  for (const { status, code } of talks) expect([status, code]).toEqual([401, 'key_revoked']);
  const all = (await allMessages(cluster.any(), owner)).map(({ id }) => id);
  expect(all.toSorted()).toEqual([...talks.flatMap(({ sent }) => sent), messageId].toSorted());
  expect(all.at(-1)).toBe(messageId);
});

test('a participant with a new key keeps its lock, its claimed delivery, its position and its history', async () => {
  const { owner, crew } = await meeting(cluster.any(), 1);
  const [ada] = crew as [Member];
  const artifactId = await createArtifact(cluster.any(), owner);
  await answer(200, cluster.any(), 'lockArtifact', ada, { artifactId });
  await answer(200, cluster.any(), 'sendMessage', owner, { content: 'Ready?', to: [ada.id] });
  const { delivery } = await answer(200, cluster.any(), 'claimDelivery', ada);
  const log = new Reader(ada);
  await log.catchUp(cluster.any());
  const now = await rotated(ada);
  await answer(200, cluster.any(), 'writeArtifact', now, { artifactId, content: '# Mine' });
  const { deliveryId, leaseId } = delivery!;
  await answer(200, cluster.any(), 'settleDelivery', now, { deliveryId, leaseId, outcome: 'acknowledged' });
  const after = new Reader(now);
  await after.catchUp(cluster.any());
  expect(after.events.slice(0, log.events.length)).toEqual(log.events);
});

test('a muted participant can replace its key; one who waits, and an invitation, cannot', async () => {
  const { owner, invitation } = await meeting(cluster.any(), 0, { privacy: 'private' });
  const waiting = await answer(202, cluster.any(), 'joinSpace', invitation, { name: 'Eve' });
  expect((await ask(cluster.any(), 'rotateKey', invitation)).body.code).toBe('key_wrong_type');
  await answer(200, cluster.any(), 'approveParticipant', owner, waiting);
  const { participantPrivateKey: key } = await answer(200, cluster.any(), 'getJoinStatus', invitation, waiting);
  const eve = await rotated({ spaceId: owner.spaceId, id: waiting.participantId, key });
  const collected = await ask(cluster.any(), 'getJoinStatus', invitation, waiting);
  expect(collected).toMatchObject({ status: 404, body: { code: 'join_collected' } });
  expect(JSON.stringify(collected.body)).not.toContain(eve.key);
  await answer(200, cluster.any(), 'muteParticipant', owner, waiting);
  const muted = await rotated(eve);
  expect((await ask(cluster.any(), 'sendMessage', muted, { content: 'Hello' })).status).toBe(403);
});
