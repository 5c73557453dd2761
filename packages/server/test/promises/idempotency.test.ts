import { randomUUID } from 'node:crypto';
import type { OperationName } from '@parley/core';
import connect from 'postgres';
import { allMessages, answer, ask, logOf, meeting, type Input, type KeyHolder } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../cluster.ts';
import { timesRepeated } from '../rounds.ts';

const tries = 20;
const rounds = timesRepeated(3);

let cluster: Cluster;
beforeAll(async () => {
  // A replayed answer contains the URLs of the process that sends it.
  cluster = await startCluster(3, { PARLEY_PUBLIC_URL: 'https://parley.example' });
});
afterAll(() => cluster.stop());

/** Sends the same request to all processes at once, and then again; one try counts, and the others get its answer. */
/** Presence is that of the moment, as each process measures it. */
const withoutPresence = (body: object): unknown =>
  JSON.parse(JSON.stringify(body), (field, value: unknown) =>
    /^(lastSeenAt|reach|contextVersion)$/.test(field) ? undefined : value,
  );

async function retry<Name extends OperationName>(name: Name, caller: KeyHolder, input: Input = {}) {
  const idempotencyKey = randomUUID();
  const attempt = (_: unknown, i: number) => ask(cluster.nth(i), name, caller, input, idempotencyKey);
  const answers = await Promise.all(Array.from({ length: tries }, attempt));
  answers.push(...(await Promise.all(cluster.servers.map(attempt))));
  const [first] = answers;
  for (const { status, body } of answers) {
    expect(status, JSON.stringify(body)).toBe(200);
    expect(withoutPresence(body)).toEqual(withoutPresence(first!.body));
  }
  const originals = answers.filter(({ headers }) => headers.get('idempotency-replayed') === null);
  expect(originals).toHaveLength(1);
  return first!.body;
}

async function keptBytes(spaceId: string): Promise<unknown> {
  const sql = connect(cluster.databaseUrl, { max: 1 });
  const [row] = await sql`select sum(octet_length(sealed)) as bytes from idempotency_records where space_id = ${spaceId}`;
  await sql.end();
  return row!['bytes'];
}

const repeated = { repeats: rounds - 1 };

test('a message is sent once', repeated, async () => {
  const { owner, crew } = await meeting(cluster.any(), 1);
  const { messageId } = await retry('sendMessage', crew[0]!, { content: 'once' });
  const stored = await allMessages(cluster.any(), owner);
  expect(stored.map(({ id }) => id)).toEqual([messageId]);
});

test('the record of a message has the same size in large and small spaces', async () => {
  const sizes = [];
  for (const size of [1, 40]) {
    const { crew } = await meeting(cluster.any(), size);
    await retry('sendMessage', crew[0]!, { content: 'once' });
    sizes.push(await keptBytes(crew[0]!.spaceId));
  }
  expect(sizes[0]).toBe(sizes[1]);
});

test('an artifact is created once', repeated, async () => {
  const { owner } = await meeting(cluster.any(), 0);
  const created = await retry('createArtifact', owner, { name: 'Plan', type: 'markdown', content: 'once' });
  const { artifacts } = await answer(200, cluster.any(), 'listArtifacts', owner);
  expect(artifacts).toEqual([created]);
});

test('an artifact is written once', repeated, async () => {
  const { owner } = await meeting(cluster.any(), 0);
  const { id: artifactId } = await answer(200, cluster.any(), 'createArtifact', owner, {
    name: 'Plan',
    type: 'markdown',
    content: '',
  });
  await answer(200, cluster.any(), 'lockArtifact', owner, { artifactId });
  const written = await retry('writeArtifact', owner, { artifactId, content: 'once' });
  expect(written.version).toBe(2);
  expect(await answer(200, cluster.any(), 'getArtifact', owner, { artifactId })).toMatchObject({ version: 2, content: 'once' });
});

test('a participant joins once, and every try gets its key', repeated, async () => {
  const { owner, invitation } = await meeting(cluster.any(), 0);
  const joined = await retry('joinSpace', invitation, { name: 'Once' });
  const { participants } = await answer(200, cluster.any(), 'getSpace', owner);
  expect(participants.map(({ participantId }) => participantId)).toEqual([owner.id, joined.participantId]);
  const member = { spaceId: owner.spaceId, key: joined.participantPrivateKey };
  await answer(200, cluster.any(), 'sendMessage', member, { content: 'hello' });
});

test('an invitation is created once', repeated, async () => {
  const { owner } = await meeting(cluster.any(), 0);
  const made = await retry('createInvitation', owner);
  await answer(200, cluster.any(), 'joinSpace', { spaceId: owner.spaceId, key: made.publicInvitationKey }, { name: 'Ada' });
});

test('a participant is muted once, although muting again is a conflict', repeated, async () => {
  const { owner, crew } = await meeting(cluster.any(), 1);
  await retry('muteParticipant', owner, { participantId: crew[0]!.id });
  expect((await ask(cluster.any(), 'muteParticipant', owner, { participantId: crew[0]!.id })).status).toBe(409);
});

test('a participant leaves once, and a retry with its ended key gets the answer', repeated, async () => {
  const { owner, crew } = await meeting(cluster.any(), 1);
  await retry('leaveSpace', crew[0]!);
  const log = await logOf(cluster.any(), owner);
  expect(log.filter(({ event, data }) => event === 'participant-status' && data.status === 'left')).toHaveLength(1);
  expect((await ask(cluster.any(), 'leaveSpace', crew[0]!, {}, randomUUID())).status).toBe(401);
});

test('a key is replaced once, and a retry with the former key gets the new one', repeated, async () => {
  const { owner, crew } = await meeting(cluster.any(), 1);
  for (const who of [owner, crew[0]!]) {
    const { privateKey: key } = await retry('rotateKey', who);
    await answer(200, cluster.any(), 'getSpace', { ...who, key });
    expect((await ask(cluster.any(), 'rotateKey', who, {}, randomUUID())).status).toBe(401);
  }
});

test('a space is closed once, and a retry with its ended key gets the answer', repeated, async () => {
  const { owner } = await meeting(cluster.any(), 0);
  await retry('closeSpace', owner);
  expect((await ask(cluster.any(), 'closeSpace', owner, {}, randomUUID())).status).toBe(409);
});

test('many concurrent writes with and without keys on all processes happen once each', repeated, async () => {
  const { owner, crew } = await meeting(cluster.any(), 6);
  const keys = Array.from({ length: 10 }, () => randomUUID());
  const sending = crew.flatMap((member, m) =>
    keys.flatMap((key, k) => [0, 1, 2].map((i) => ask(cluster.nth(i), 'sendMessage', member, { content: `${m} ${k}` }, key))),
  );
  for (const { status, body } of await Promise.all(sending)) expect(status, JSON.stringify(body)).toBe(200);
  const contents = (await allMessages(cluster.any(), owner)).map(({ content }) => content).toSorted();
  expect(contents).toEqual(crew.flatMap((_, m) => keys.map((_key, k) => `${m} ${k}`)).toSorted());
});
