import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call as request, startServer, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Stream } from '../../model/stream.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-locks-'));
  server = await startServer({
    PARLEY_DATA_DIR: folder,
    PARLEY_RATE_LIMIT: '0',
    PARLEY_LOCK_TTL_SECONDS: '1',
    LOG_LEVEL: 'error',
  });
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  body: Record<string, string>;
}

const call = (method: string, path: string, key?: string, body?: object): Promise<Answer> =>
  request(server, method, `/hub/space${path}`, { key, body });

let space: string;
let artifact: string;
let owner: { id: string; key: string };
let guest: { id: string; key: string };
beforeEach(async () => {
  const { body: created } = await call('POST', '', undefined, { name: 'locks', description: '' });
  space = `/${created['spaceId']}`;
  owner = { id: created['ownerId']!, key: created['ownerPrivateKey']! };
  const { body: invitation } = await call('POST', `${space}/invite`, owner.key);
  const { body: joined } = await call('POST', `${space}/join`, invitation['publicInvitationKey'], { name: 'guest' });
  guest = { id: joined['participantId']!, key: joined['participantPrivateKey']! };
  const { body: document } = await call('POST', `${space}/artifact`, owner.key, { name: 'a', type: 'markdown' });
  artifact = `${space}/artifact/${document['id']}`;
});

const lock = (by: { key: string }) => call('POST', `${artifact}/lock`, by.key);
const heartbeat = (by: { key: string }) => call('POST', `${artifact}/lock/heartbeat`, by.key);
const write = (by: { key: string }, content: string) => call('PATCH', artifact, by.key, { content });

/** Retries until the lock of the other participant has expired. */
async function lockAfter(by: { key: string }, expiresAt: string): Promise<Answer> {
  for (;;) {
    const got = await lock(by);
    if (got.status === 200) {
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
      return got;
    }
    expect(got).toMatchObject({ status: 423, body: { code: 'locked' } });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('an expired lock passes to the next participant, and its old holder can neither renew nor use it', async () => {
  const { body: held } = await lock(guest);
  const { body: taken } = await lockAfter(owner, held['lockExpiresAt']!);
  expect(taken['lockedBy']).toBe(owner.id);
  for (const refused of [await write(guest, 'late'), await heartbeat(guest)]) {
    expect(refused.status).toBe(423);
    // The owner's own lock can have expired meanwhile: then there is no holder to name.
    expect([owner.id, undefined]).toContain(refused.body['lockedBy']);
  }
  expect((await call('GET', artifact, owner.key)).body).toMatchObject({ content: '', version: 1 });
});

test('heartbeats and writes renew a lock', async () => {
  let { body: held } = await lock(guest);
  const first = Date.parse(held['lockExpiresAt']!);
  while (Date.parse(held['lockExpiresAt']!) < first + 1_500) {
    const kept = await heartbeat(guest);
    const written = kept.status === 200 ? await write(guest, 'kept') : kept;
    if (written.status !== 200) {
      // The machine was too slow: the lock expired as specified, and is taken again.
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(held['lockExpiresAt']!));
      ({ body: held } = await lock(guest));
      continue;
    }
    expect(Date.parse(kept.body['lockExpiresAt']!)).toBeGreaterThanOrEqual(Date.parse(held['lockExpiresAt']!));
    expect(Date.parse(written.body['lockExpiresAt']!)).toBeGreaterThanOrEqual(Date.parse(kept.body['lockExpiresAt']!));
    held = written.body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await lockAfter(owner, held['lockExpiresAt']!);
});

test('an expired lock reads as absent, and the stream reports it', async () => {
  const { body: held } = await lock(guest);
  const stream = await Stream.open(server.url, space.slice(1), owner.key, 0);
  await stream.until(({ told }) => told.some(({ data }) => data['action'] === 'lock-expired'));
  stream.close();
  const { data } = stream.told.find((each) => each.data['action'] === 'lock-expired')!;
  expect(data).toMatchObject({ actorId: guest.id, artifact: { version: 1 } });
  expect(data['artifact']).not.toHaveProperty('lockedBy');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(held['lockExpiresAt']!));
  const { body: read } = await call('GET', artifact, guest.key);
  expect(read).not.toHaveProperty('lockedBy');
  expect(await write(guest, 'late')).toMatchObject({ status: 423, body: { code: 'not_locked' } });
});
