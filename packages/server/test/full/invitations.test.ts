import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, ask, join, openSpace, type Input, type KeyHolder, type Member, type Server } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../cluster.ts';
import { timesRepeated } from '../rounds.ts';

const rounds = timesRepeated(5);
const crowd = 20;
const remembered = 200;
const repeated = { repeats: rounds - 1 };

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2, { PARLEY_MAX_INVITATIONS_PER_SPACE: '3', PARLEY_MAX_PARTICIPANTS_PER_SPACE: '1000000' });
});
afterAll(() => cluster.stop());

async function invite(server: Server, owner: Member, terms: Input = {}): Promise<Member> {
  const { invitationId: id, publicInvitationKey: key } = await answer(200, server, 'createInvitation', owner, terms);
  return { spaceId: owner.spaceId, id, key };
}

const joinedBy = async (owner: Member, { id }: Member): Promise<string[]> => {
  const { invitations } = await answer(200, cluster.any(), 'listInvitations', owner);
  return invitations.find(({ invitationId }) => invitationId === id)!.participantIds;
};

/** Joins continuously through every process until `stop`, each time as a new participant. Returns the results after `mark`. */
function stampede(invitation: KeyHolder) {
  let isMarked = false;
  let isOver = false;
  const early: number[] = [];
  const late: number[] = [];
  async function come(server: Server): Promise<void> {
    while (!isOver) {
      const isLate = isMarked;
      const { status } = await ask(server, 'joinSpace', invitation, { name: 'Mallory' });
      (isLate ? late : early).push(status);
    }
  }
  const coming = Promise.all([...cluster.servers, ...cluster.servers].map(come));
  return {
    mark: () => (isMarked = true),
    async stop(): Promise<number[]> {
      while (late.length < crowd) await sleep(5);
      isOver = true;
      await coming;
      expect(early.filter((status) => status !== 200 && status !== 401)).toEqual([]);
      return late;
    },
  };
}

test.each(['public', 'private'])(
  `an invitation for one lets one of ${crowd} in who come at once to all processes, %s`,
  repeated,
  async (privacy) => {
    const owner = await openSpace(cluster.any(), { privacy });
    const invitation = await invite(cluster.any(), owner, { maxUses: 1 });
    const coming = Array.from({ length: crowd }, (_, i) => ask(cluster.nth(i), 'joinSpace', invitation, { name: `Guest ${i}` }));
    const answers = await Promise.all(coming);
    const [came, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect(came!.status).toBe(privacy === 'public' ? 200 : 202);
    expect(others.map(({ status, body }) => `${status} ${body.code}`)).toEqual(others.map(() => '401 invitation_used_up'));
    expect(await joinedBy(owner, invitation)).toEqual([came!.body.participantId]);
  },
);

test('a change of privacy holds at once in all processes, for those who join from then on', repeated, async () => {
  const owner = await openSpace(cluster.any());
  const invitation = await invite(cluster.any(), owner);
  const join = (server: Server) => ask(server, 'joinSpace', invitation, { name: 'Ada' });
  const asked: string[] = [];
  for (const privacy of ['private', 'public', 'private'] as const) {
    await answer(200, cluster.any(), 'updateSpace', owner, { privacy });
    for (const server of cluster.servers) {
      const { status, body } = await join(server);
      expect(status).toBe(privacy === 'private' ? 202 : 200);
      if (status === 202) asked.push(body.participantId);
      expect((await answer(200, server, 'getSpace', invitation)).participants.length > 0).toBe(privacy === 'public');
    }
  }
  const { participants } = await answer(200, cluster.any(), 'getSpace', owner);
  const waiting = participants.filter(({ status }) => status === 'waitingForApproval');
  expect(waiting.map(({ participantId }) => participantId)).toEqual(asked);
});

test('an invitation with a limit admits exactly that many, and each retry gets the same answer', repeated, async () => {
  const owner = await openSpace(cluster.any());
  const invitation = await invite(cluster.any(), owner, { maxUses: 3 });
  const tries = Array.from({ length: crowd }, (_, i) => ({ name: `Guest ${i}`, once: randomUUID() }));
  const come = () =>
    Promise.all(tries.map(({ name, once }, i) => ask(cluster.nth(i + randomInt(2)), 'joinSpace', invitation, { name }, once)));
  const [first, second] = [await come(), await come()];
  const came = first.filter(({ status }) => status === 200);
  expect(came).toHaveLength(3);
  expect(second.map(({ status, body }) => [status, body.participantId])).toEqual(
    first.map(({ status, body }) => [status, body.participantId]),
  );
  expect((await joinedBy(owner, invitation)).toSorted()).toEqual(came.map(({ body }) => body.participantId).toSorted());
});

test('after a revocation is answered nobody can join on any process, and participants who joined stay', repeated, async () => {
  const owner = await openSpace(cluster.any());
  const invitation = await invite(cluster.any(), owner);
  const guest = await join(cluster.any(), invitation);
  const mallory = stampede(invitation);
  await sleep(randomInt(100));
  await answer(200, cluster.any(), 'revokeInvitation', owner, { invitationId: invitation.id });
  mallory.mark();
  expect(new Set(await mallory.stop())).toEqual(new Set([401]));
  for (const server of cluster.servers) {
    await answer(401, server, 'getSpace', invitation);
    await answer(200, server, 'sendMessage', guest, { content: 'still here' });
  }
});

test('a participant who is kicked with its invitation is refused by all processes immediately', repeated, async () => {
  const owner = await openSpace(cluster.any());
  const invitation = await invite(cluster.any(), owner);
  const victim = await join(cluster.any(), invitation);
  const mallory = stampede(invitation);
  await sleep(randomInt(100));
  await answer(200, cluster.any(), 'kickParticipant', owner, { participantId: victim.id, revokeInvitation: true });
  mallory.mark();
  expect(new Set(await mallory.stop())).toEqual(new Set([401]));
});

test('an invitation of one process works on the next immediately', repeated, async () => {
  const owner = await openSpace(cluster.nth(0));
  await answer(200, cluster.nth(1), 'getSpace', owner);
  const invitation = await invite(cluster.nth(0), owner);
  await answer(200, cluster.nth(1), 'getSpace', invitation);
  await join(cluster.nth(1), invitation);
});

test('409 for more active invitations than the setting allows; others do not count', async () => {
  const owner = await openSpace(cluster.any());
  const [first] = await Promise.all(Array.from({ length: 3 }, (_, i) => invite(cluster.nth(i), owner)));
  const { code } = await answer(409, cluster.any(), 'createInvitation', owner);
  expect(code).toBe('limit_reached');
  await answer(200, cluster.any(), 'revokeInvitation', owner, { invitationId: first!.id });
  await invite(cluster.any(), owner);
});

test(`all processes remember the latest ${remembered} that no longer work, and older ones are unknown`, async () => {
  const owner = await openSpace(cluster.any());
  const made: Member[] = [];
  for (let i = 0; i < remembered + 3; i += 1) {
    made.push(await invite(cluster.any(), owner));
    await answer(200, cluster.any(), 'revokeInvitation', owner, { invitationId: made[i]!.id });
  }
  made.push(await invite(cluster.any(), owner));
  const expected = made
    .slice(3)
    .map(({ id }) => id)
    .toSorted();
  for (const server of cluster.servers) {
    const { invitations } = await answer(200, server, 'listInvitations', owner);
    expect(invitations.map(({ invitationId }) => invitationId).toSorted()).toEqual(expected);
    expect((await answer(401, server, 'getSpace', made[0]!)).code).toBe('key_unknown');
    expect((await answer(401, server, 'getSpace', made[3]!)).code).toBe('invitation_revoked');
  }
});
