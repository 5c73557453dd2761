import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answer,
  ask,
  createArtifact,
  meeting,
  openSpace,
  openStream,
  startServer,
  type Member,
  type Server,
  type TestServer,
} from '@parley/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databases, onEmbedded, onPostgres, type Place } from '../databases.ts';

const limit = 40_000;
const bounded = { PARLEY_MAX_BYTES_PER_SPACE: String(limit) };

async function started({ settings }: Place, more: Record<string, string> = {}) {
  const server = await startServer({ ...settings, ...more });
  onTestFinished(() => server.stop());
  return server;
}

const say = (server: Server, member: Member, bytes = 1_000) => ask(server, 'sendMessage', member, { content: 'x'.repeat(bytes) });

/** Sends until there is no room for the shortest message; returns how many long ones fitted. */
async function fill(server: Server, member: Member): Promise<number> {
  let sent = 0;
  for (const bytes of [1_000, 1]) {
    for (let tries = 0; (await say(server, member, bytes)).status === 200; tries += 1) {
      if (tries > limit / 100) throw new Error('The space does not get full');
      if (bytes > 1) sent += 1;
    }
  }
  return sent;
}

/** The actual and the counted bytes of all spaces. */
const stored = `select h.bytes::int as counted, (coalesce((select sum(octet_length(body)) from events e where e.space_id = h.space_id), 0)
  + coalesce((select sum(bytes) from artifact_versions v where v.space_id = h.space_id and v.content is not null), 0)
  + coalesce((select sum(octet_length(change)) from proposed_changes c where c.space_id = h.space_id), 0)
  + coalesce((select sum(octet_length(text)) from task_texts t where t.space_id = h.space_id), 0)
  + coalesce((select sum(octet_length(sealed)) from idempotency_records r where r.space_id = h.space_id), 0))::int as there from space_heads h`;

describe.each(databases)('on %s', (_, open) => {
  test('400 with limit and size if a space is full, and operations that end something still work', async () => {
    const place = await open();
    onTestFinished(place.remove);
    let server = await started(place, bounded);
    const { owner, invitation, crew } = await meeting(server, 3);
    const { invitationId } = (await answer(200, server, 'listInvitations', owner)).invitations[0]!;
    const [ada, ben, cid] = crew as [Member, Member, Member];
    const artifactId = await createArtifact(server, ada, 'x'.repeat(5_000));
    await answer(200, server, 'lockArtifact', ada, { artifactId });
    expect(await fill(server, ada)).toBeGreaterThan(limit / 1_500);
    expect((await say(server, ada)).body).toMatchObject({
      code: 'invalid_request',
      issues: [{ limit, actual: expect.any(Number) }],
    });
    // Another process counts the same.
    await server.stop();
    server = await started(place, bounded);
    const refused = { code: 'invalid_request', issues: [{ limit }] };
    expect((await say(server, ben, 100)).body).toMatchObject(refused);
    expect(await answer(400, server, 'joinSpace', invitation, { name: 'Late' })).toMatchObject(refused);
    expect(
      await answer(400, server, 'unlockArtifact', owner, { artifactId: await unlocked(server, owner, ada, artifactId) }, 'again'),
    ).toMatchObject(refused);
    await answer(200, server, 'muteParticipant', owner, { participantId: cid.id });
    expect(await answer(400, server, 'unmuteParticipant', owner, { participantId: cid.id })).toMatchObject(refused);
    await answer(200, server, 'revokeInvitation', owner, { invitationId }, 'revoked');
    expect(await answer(400, server, 'revokeInvitation', owner, { invitationId }, 'again')).toMatchObject(refused);
    await answer(200, server, 'kickParticipant', owner, { participantId: ben.id });
    await answer(200, server, 'leaveSpace', ada);
    expect((await ask(server, 'listMessages', owner)).status).toBe(200);
    await answer(200, server, 'updateSpace', owner, { name: 'Full' });
    await answer(200, server, 'closeSpace', owner);
  });

  describe('on a shared server', () => {
    let place: Place;
    let server: TestServer;
    beforeAll(async () => {
      place = await open();
      server = await startServer({ ...place.settings, ...bounded });
    });
    afterAll(async () => {
      await server?.stop();
      await place?.remove();
    });

    test('deliveries in a full space can be claimed, renewed and settled, and an empty queue refuses nobody', async () => {
      const { owner, crew } = await meeting(server, 1);
      const [ada] = crew as [Member];
      for (let i = 0; i < 2; i += 1) await answer(200, server, 'sendMessage', owner, { content: 'Ready?', to: [ada.id] });
      await fill(server, owner);
      const claim = async () => (await answer(200, server, 'claimDelivery', ada, {}, randomUUID())).delivery;
      for (let i = 0; i < 2; i += 1) {
        const { deliveryId } = (await claim())!;
        await answer(200, server, 'renewDelivery', ada, { deliveryId }, randomUUID());
        await answer(200, server, 'settleDelivery', ada, { deliveryId, outcome: 'declined' }, randomUUID());
      }
      for (let i = 0; i < 3; i += 1) expect(await claim()).toBeNull();
    });

    test('proposals in a full space can be rejected and withdrawn, and a write that cannot be kept is still 423', async () => {
      const { owner, crew } = await meeting(server, 1);
      const [ada] = crew as [Member];
      const plan = { artifactId: await createArtifact(server, owner, 'x') };
      const propose = () => answer(200, server, 'createProposal', ada, { ...plan, baseVersion: 1, append: 'y' });
      const [first, second] = [await propose(), await propose()];
      await fill(server, owner);
      const change = { ...plan, baseVersion: 1, append: 'y' };
      await answer(400, server, 'createProposal', ada, change);
      const refused = await answer(423, server, 'writeArtifact', ada, { ...change, keep: 'proposal' });
      expect(refused.code).toBe('not_locked');
      expect(refused).not.toHaveProperty('proposalId');
      await answer(200, server, 'rejectProposal', owner, { ...plan, proposalId: first.proposalId, note: 'n'.repeat(500) });
      await answer(200, server, 'withdrawProposal', ada, { ...plan, proposalId: second.proposalId });
    });

    test('an artifact that gets smaller makes room', async () => {
      const owner = await openSpace(server);
      const artifactId = await createArtifact(server, owner, 'x'.repeat(30_000));
      await fill(server, owner);
      await answer(200, server, 'lockArtifact', owner, { artifactId }, 'lock');
      await answer(200, server, 'heartbeatArtifactLock', owner, { artifactId }, 'heartbeat');
      await answer(400, server, 'writeArtifact', owner, { artifactId, content: 'x'.repeat(32_000) });
      await answer(200, server, 'writeArtifact', owner, { artifactId, content: 'x'.repeat(20_000) });
      expect((await say(server, owner)).status).toBe(200);
    });

    test('repeated locks and unlocks in a full space are eventually refused', async () => {
      const owner = await openSpace(server);
      const artifactId = await createArtifact(server, owner, 'x'.repeat(1_000));
      await fill(server, owner);
      let locks = 0;
      while (locks < 2_000 && (await ask(server, 'lockArtifact', owner, { artifactId })).status === 200) {
        await answer(200, server, 'unlockArtifact', owner, { artifactId });
        locks += 1;
      }
      expect(locks).toBeGreaterThan(10);
      expect(locks).toBeLessThan(1_000);
    });
  });

  test('ended spaces are purged faster than they can be created', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const first = await started(place);
    const members = await Promise.all(Array.from({ length: 250 }, () => openSpace(first)));
    await Promise.all(members.map((member) => answer(200, first, 'closeSpace', member)));
    await first.stop();
    const second = await started(place, { PARLEY_RETENTION_DAYS: '0' });
    for (const member of members) {
      await expect.poll(async () => (await ask(second, 'getSpace', member)).status, { timeout: 120_000 }).toBe(404);
    }
  });
});

/** Releases the lock, which works in a full space, and returns the artifact. */
async function unlocked(server: Server, owner: Member, holder: Member, artifactId: string): Promise<string> {
  await answer(200, server, 'unlockArtifact', holder, { artifactId });
  await answer(200, server, 'unlockArtifact', owner, { artifactId });
  return artifactId;
}

test('several processes that fill one space never exceed its limit, and count correctly', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const servers = await Promise.all([started(place, bounded), started(place, bounded), started(place, bounded)]);
  const { owner, crew } = await meeting(servers[0], 6);
  const artifactId = await createArtifact(servers[0], owner, 'é'.repeat(100));
  await answer(200, servers[0], 'lockArtifact', owner, { artifactId });
  const fill = async (member: Member, i: number) => {
    for (let refused = 0, tries = 0; refused < 3 && tries < 200; tries += 1) {
      const content = `é${'x'.repeat(i * 150)}`;
      const { status } = await ask(servers[i % 3]!, 'sendMessage', member, { content }, i % 2 ? randomUUID() : undefined);
      expect([200, 400]).toContain(status);
      if (status === 400) refused += 1;
    }
  };
  const write = async () => {
    for (let n = 0; n < 10; n += 1) {
      const { status } = await ask(servers[n % 3]!, 'writeArtifact', owner, { artifactId, content: '\n'.repeat(n * 50) });
      expect([200, 400]).toContain(status);
    }
  };
  await Promise.all([...crew.map(fill), write()]);
  const [{ counted, there }] = (await place.sql(stored)) as [{ counted: number; there: number }];
  expect(counted).toBe(there);
  expect(counted).toBeLessThanOrEqual(limit);
  expect(counted).toBeGreaterThan(limit - 3_000);
});

test('the texts of proposals count, those of earlier revisions and of refused writes too', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const server = await started(place);
  const { owner, crew } = await meeting(server, 1);
  const [ada] = crew as [Member];
  const plan = { artifactId: await createArtifact(server, owner, 'x') };
  const change = { ...plan, baseVersion: 1, append: 'ü'.repeat(2_000) };
  const { proposalId } = await answer(200, server, 'createProposal', ada, change);
  await answer(200, server, 'rebaseProposal', ada, { ...change, proposalId }, randomUUID());
  await answer(423, server, 'writeArtifact', ada, { ...change, keep: 'proposal' }, randomUUID());
  await answer(200, server, 'acceptProposal', owner, { ...plan, proposalId, baseVersion: 1 }, randomUUID());
  const [{ counted, there }] = (await place.sql(stored)) as [{ counted: number; there: number }];
  expect(counted).toBe(there);
  expect(counted).toBeGreaterThan(4 * 4_000);
});

test('a followed space ends in time despite thousands of expired spaces and locks', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const server = await started(place);
  const [owner, quiet] = [await openSpace(server), await openSpace(server)];
  const stream = await openStream(server, owner);
  await place.sql(`with made as (insert into spaces select gen_random_uuid(), gen_random_uuid(), 'Old', '', null, 'public', 1, n, null, null
    from generate_series(1, 12000) n returning *), opened as (insert into space_heads (space_id, rev, sequence, last_ms, closed, expires_ms)
    select space_id, 1, 0, 1, false, expires_ms from made)
    insert into artifacts (space_id, artifact_id, position, name, version, created_by, updated_by, created_ms, updated_ms, locked_by, locked_ms, lock_expires_ms)
    select space_id, space_id, 0, 'A', 1, space_id, space_id, 1, 1, space_id, 1, 2 from made`);
  await answer(200, server, 'updateSpace', owner, { ttl: 1 });
  const endsAt = Date.now() + 1_000;
  // What stands still meanwhile holds up a read as long as the end.
  let [slowest, isOver] = [0, false];
  const reading = (async () => {
    for (; !isOver; await sleep(50)) {
      const asked = Date.now();
      await answer(200, server, 'getSpace', quiet);
      slowest = Math.max(slowest, Date.now() - asked);
    }
  })();
  expect(await stream.ended).toBe('ended');
  const late = Date.now() - endsAt;
  isOver = true;
  await reading;
  expect(stream.events.at(-1)).toMatchObject({ event: 'space-closed', data: { reason: 'expired' } });
  // The promise is one second; the rest allows for a machine that is busy with the backlog of this test.
  expect(late).toBeLessThan(4_000 + slowest);
  await expect
    .poll(async () => (await place.sql('select count(*)::int as n from artifacts where lock_expires_ms is not null'))[0], {
      timeout: 120_000,
    })
    .toEqual({ n: 0 });
});

test('503 storage_full with Retry-After while the disk is nearly full; reads still work, and writes recover', async () => {
  const place = await onEmbedded();
  onTestFinished(place.remove);
  const first = await started(place);
  const owner = await openSpace(first);
  await say(first, owner);
  await first.stop();
  const full = await started(place, { PARLEY_MIN_FREE_DISK: String(Number.MAX_SAFE_INTEGER) });
  const refused = await say(full, owner);
  expect(refused).toMatchObject({ status: 503, body: { code: 'storage_full' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  for (const [name, caller] of [
    ['createSpace', {}],
    ['closeSpace', owner],
    ['startLink', {}],
    ['pollLink', {}],
  ] as const) {
    expect(await ask(full, name, caller, { name: 'A', description: '', deviceCode: 'x' })).toMatchObject({
      status: 503,
      body: { code: 'storage_full' },
    });
  }
  expect((await answer(200, full, 'listMessages', owner)).messages).toHaveLength(1);
  expect((await ask(full, 'ask', {}, { query: 'How do I join?' })).status).toBe(200);
  await full.stop();
  const off = await started(place, { PARLEY_MIN_FREE_DISK: '0' });
  expect((await say(off, owner)).status).toBe(200);
});
