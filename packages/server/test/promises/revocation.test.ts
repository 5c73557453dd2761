import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answer,
  ask,
  createArtifact,
  Human,
  invite,
  join,
  logOf,
  meeting,
  openSpace,
  openStream,
  type Member,
  type Server,
  type Stream,
  type StreamEvent,
} from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../cluster.ts';
import { expectEnd, expectOver } from '../ended-space.ts';
import { eventually } from '../eventually.ts';
import { timesRepeated } from '../rounds.ts';

const rounds = timesRepeated(5);
const patienceMs = 60_000;
const repeated = { repeats: rounds - 1 };

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(3);
});
afterAll(() => cluster.stop());

/** Sends continuously through every process, until `stop`; returns the statuses of requests after `mark`. */
function chatter(member: Member) {
  let isMarked = false;
  let isOver = false;
  const late: number[] = [];
  async function speak(server: Server): Promise<void> {
    while (!isOver) {
      const isLate = isMarked;
      const { status } = await ask(server, 'sendMessage', member, { content: 'and another thing' });
      if (isLate) late.push(status);
      else expect([200, 401, 403]).toContain(status);
    }
  }
  const speaking = Promise.all([...cluster.servers, ...cluster.servers].map(speak));
  return {
    mark: () => (isMarked = true),
    async stop(): Promise<number[]> {
      await eventually(() => late.length > 30);
      isOver = true;
      await speaking;
      return late;
    },
  };
}

const endOf = ({ ended }: Stream) => Promise.race([ended, sleep(patienceMs, 'still open', { ref: false })]);

const isSaidBy =
  ({ id }: Member) =>
  (event: StreamEvent) =>
    event.event === 'message' && event.data.senderId === id;
const isChangeOf =
  ({ id }: Member, status: string) =>
  (event: StreamEvent) =>
    event.event === 'participant-status' && event.data.participant.participantId === id && event.data.status === status;

test('after a kick is answered the key works on no process, and its streams end', repeated, async () => {
  const { owner, crew } = await meeting(cluster.any(), 1);
  const victim = crew[0]!;
  const streams = await Promise.all(cluster.servers.map((server) => openStream(server, victim)));
  const talk = chatter(victim);
  await sleep(randomInt(200));
  await answer(200, cluster.any(), 'kickParticipant', owner, { participantId: victim.id });
  talk.mark();
  expect(new Set(await talk.stop())).toEqual(new Set([401]));
  for (const stream of streams) expect(await endOf(stream)).toBe('ended');
  const log = await logOf(cluster.any(), owner);
  expect(log.findLastIndex(isSaidBy(victim))).toBeLessThan(log.findIndex(isChangeOf(victim, 'kicked')));
});

test('a stream that is opened during the kick ends too', repeated, async () => {
  const { owner, crew } = await meeting(cluster.any(), 4);
  const opening = crew.flatMap((victim) =>
    [...cluster.servers, ...cluster.servers].map(async (server) => {
      await sleep(randomInt(30));
      return openStream(server, victim).catch((error: unknown) => {
        expect(error).toMatchObject({ status: 401 });
      });
    }),
  );
  const kicks = crew.map(async ({ id: participantId }) => {
    await sleep(randomInt(30));
    await answer(200, cluster.any(), 'kickParticipant', owner, { participantId });
  });
  await Promise.all(kicks);
  for (const stream of await Promise.all(opening)) {
    if (stream) expect(await endOf(stream)).toBe('ended');
  }
});

test('after a mute is answered the participant can send on no process, and its locks are released', repeated, async () => {
  const { owner, crew } = await meeting(cluster.any(), 1);
  const victim = crew[0]!;
  const artifactId = await createArtifact(cluster.any(), victim);
  await answer(200, cluster.any(), 'lockArtifact', victim, { artifactId });
  const talk = chatter(victim);
  await sleep(randomInt(200));
  await answer(200, cluster.any(), 'muteParticipant', owner, { participantId: victim.id });
  talk.mark();
  for (const server of cluster.servers) {
    expect((await ask(server, 'writeArtifact', victim, { artifactId, content: 'mine' })).status).toBe(403);
  }
  expect(new Set(await talk.stop())).toEqual(new Set([403]));
  const log = await logOf(cluster.any(), owner);
  expect(log.findLastIndex(isSaidBy(victim))).toBeLessThan(log.findIndex(isChangeOf(victim, 'muted')));
  expect(await answer(200, cluster.any(), 'getArtifact', victim, { artifactId })).not.toHaveProperty('lockedBy');
  await answer(200, cluster.any(), 'lockArtifact', owner, { artifactId });
});

test('the answer of one process is in effect on the next immediately', repeated, async () => {
  const owner = await openSpace(cluster.any());
  const hello = { content: 'hello' };
  const invitation = await invite(cluster.any(), owner);
  const guest = await join(cluster.any(), invitation);
  const participantId = guest.id;
  await answer(200, cluster.any(), 'sendMessage', guest, hello);
  for (let i = 0; i < 3; i += 1) {
    await answer(200, cluster.any(), 'muteParticipant', owner, { participantId });
    await answer(403, cluster.any(), 'sendMessage', guest, hello);
    await answer(200, cluster.any(), 'unmuteParticipant', owner, { participantId });
    const sent = await answer(200, cluster.any(), 'sendMessage', guest, hello);
    const { messages } = await answer(200, cluster.any(), 'listMessages', owner);
    expect(messages.at(-1)!.id).toBe(sent.messageId);
  }
  const artifactId = await createArtifact(cluster.any(), guest);
  await answer(200, cluster.any(), 'lockArtifact', guest, { artifactId });
  await answer(423, cluster.any(), 'lockArtifact', owner, { artifactId });
  await answer(200, cluster.any(), 'leaveSpace', guest);
  await answer(401, cluster.any(), 'sendMessage', guest, hello);
  await answer(200, cluster.any(), 'lockArtifact', owner, { artifactId });
});

test('a participant approved by one process is admitted by the next immediately', repeated, async () => {
  const owner = await openSpace(cluster.any(), { privacy: 'private' });
  const invitation = await invite(cluster.any(), owner);
  const { participantId } = await answer(202, cluster.any(), 'joinSpace', invitation, { name: 'Ada' });
  await answer(202, cluster.any(), 'getJoinStatus', invitation, { participantId });
  await answer(200, cluster.any(), 'approveParticipant', owner, { participantId });
  const { participantPrivateKey: key } = await answer(200, cluster.any(), 'getJoinStatus', invitation, { participantId });
  const uses = cluster.servers.map((server) => ask(server, 'sendMessage', { spaceId: owner.spaceId, key }, { content: 'hello' }));
  for (const { status } of await Promise.all(uses)) expect(status).toBe(200);
  await answer(404, cluster.any(), 'getJoinStatus', invitation, { participantId });
});

test('a participant admitted by one process can follow on the next immediately, without a refusal', repeated, async () => {
  const { owner, invitation } = await meeting(cluster.any(), 0);
  const others = await Promise.all(cluster.servers.map((server) => openStream(server, owner)));
  const joined = await Promise.all(
    Array.from({ length: 9 }, async (_, i) => {
      const member = await join(cluster.nth(i), invitation);
      return Promise.all([1, 2].map((next) => openStream(cluster.nth(i + next), member)));
    }),
  );
  const { messageId } = await answer(200, cluster.any(), 'sendMessage', owner, { content: 'welcome' });
  const streams = [...others, ...joined.flat()];
  for (const stream of streams) {
    const heard = eventually(() => stream.events.some(({ event, data }) => event === 'message' && data.id === messageId));
    expect(await Promise.race([heard.then(() => 'heard'), stream.ended])).toBe('heard');
    stream.leave();
  }
});

test(
  'a space that is closed during a conversation is over everywhere immediately, and every stream says so last',
  repeated,
  async () => {
    const { owner, crew } = await meeting(cluster.any(), 6);
    const streams = await Promise.all([owner, ...crew].map((member, i) => openStream(cluster.nth(i), member)));
    const talk = crew.map(async (member, i) => {
      for (;;) {
        const { status } = await ask(cluster.nth(i), 'sendMessage', member, { content: 'and another thing' });
        if (status !== 200) return status;
      }
    });
    await sleep(randomInt(200));
    await answer(200, cluster.any(), 'closeSpace', owner);
    await expectOver(cluster.servers, [owner, crew[0]!]);
    expect(await Promise.all(talk)).toEqual(crew.map(() => 409));
    await expectEnd(streams, 'closed');
    const last = Math.max(...streams.map(({ events }) => events.at(-1)!.id!));
    for (const { events } of streams) expect(events.at(-1)!.id).toBe(last);
  },
);

test('a user token that one process revokes works on no other', async () => {
  const account = { name: 'Maya', email: 'maya@example.org', password: 'correct horse battery' };
  const [first] = cluster.servers;
  const human = new Human(first!.url);
  await human.setUp(first!.setUpLink, account);
  const session = await human.session();
  const { token: userToken, id: tokenId } = await answer(201, first!, 'createApiToken', { session }, {});
  const { spaceId } = await answer(200, cluster.any(), 'createSpace', { userToken }, { name: 'Hers', description: '' });
  for (const server of cluster.servers) await answer(200, server, 'getMySpaceKey', { spaceId, userToken });
  await answer(204, first!, 'revokeApiToken', { session }, { tokenId });
  for (const server of cluster.servers) await answer(401, server, 'getMySpaceKey', { spaceId, userToken });
});
