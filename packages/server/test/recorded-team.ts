import { answer, type Server } from '@parley/testing';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { memberOf, type Team } from './recorded-release.ts';
import { hearsTheSame, isToldTheSame } from './recorded-views.ts';
import { signIn } from './visitors.ts';

/** What a team began with an earlier release can be finished. */
export async function teamGoesOn(server: Server, team: Team): Promise<void> {
  const [owner, gil, hal] = [memberOf(team, team.owner), memberOf(team, team.gil), memberOf(team, team.hal)];
  const { told, seen } = team;
  const draft = { artifactId: team.draft };
  const proposal = { ...draft, proposalId: team.proposalId };

  await isToldTheSame(server, gil, told);
  expect(await answer(200, server, 'listArtifactVersions', gil, draft)).toMatchObject(told.versions);
  expect(await answer(200, server, 'getProposal', gil, proposal)).toMatchObject(told.proposal);
  expect(await answer(200, server, 'listInvitations', owner)).toMatchObject(told.invitations);
  const caughtUp = await answer(200, server, 'catchUp', gil);
  expect(caughtUp.todo).toMatchObject({ openDeliveries: 1, openProposals: 1 });
  expect(caughtUp.messages.map(({ content }) => content)).toEqual(['Held', 'Lapsed', 'Queued']);

  // A lease holds across the upgrade. One that expired meanwhile is over, and the delivery is queued again.
  const done = { outcome: 'acknowledged', ...team.held };
  await answer(200, server, 'settleDelivery', hal, {
    deliveryId: done.deliveryId,
    leaseId: done.leaseId,
    outcome: 'acknowledged',
  });
  const waiting = async () => (await answer(200, server, 'listDeliveries', hal, { state: 'queued' })).deliveries;
  await eventually(async () => (await waiting()).length === 2);
  const lapsed = await answer(200, server, 'claimDelivery', hal);
  expect(lapsed).toMatchObject({ delivery: { deliveryId: team.lapsed.deliveryId, attempt: 2 }, message: { content: 'Lapsed' } });
  await answer(200, server, 'settleDelivery', hal, { deliveryId: team.lapsed.deliveryId, outcome: 'declined' });
  const queued = await answer(200, server, 'claimDelivery', hal);
  expect(queued).toMatchObject({ delivery: { deliveryId: team.queued.deliveryId, attempt: 1 }, message: { content: 'Queued' } });
  await answer(200, server, 'sendMessage', hal, { content: 'Done', replyTo: queued.message.id });
  const { deliveries } = await answer(200, server, 'listDeliveries', owner, { role: 'sender', state: 'all' });
  const outcomes = ['acknowledged', 'declined', 'replied'];
  expect(deliveries).toMatchObject(
    told.deliveries.map(({ leaseExpiresAt: _, ...delivery }, i) => ({
      ...delivery,
      state: 'done',
      outcome: outcomes[i],
      attempt: i === 1 ? 2 : 1,
    })),
  );

  // Its proposal is accepted, and an earlier version is restored, as is a deleted artifact.
  const accepted = await answer(200, server, 'acceptProposal', gil, { ...proposal, baseVersion: 3 });
  expect(accepted).toMatchObject({ state: 'accepted', version: 4, endedBy: gil.id });
  expect(await answer(200, server, 'getArtifact', gil, draft)).toMatchObject({ content: '1\ntwo\nthree\n', updatedBy: hal.id });
  expect((await answer(200, server, 'listDeliveries', gil)).deliveries).toEqual([]);
  const first = { ...draft, version: 1 };
  expect(await answer(200, server, 'getArtifactVersion', hal, first)).toMatchObject({ content: 'one\n', authorId: gil.id });
  const restored = await answer(200, server, 'restoreArtifactVersion', gil, { ...first, baseVersion: 4, lock: 'auto' });
  expect(restored).toMatchObject({ content: 'one\n', version: 5 });
  const removed = await answer(200, server, 'restoreArtifact', owner, { artifactId: team.removed });
  expect(removed).toMatchObject({ name: 'Removed', content: 'Still here\n', version: 1 });

  // One use is left of the invitation.
  const invited = { spaceId: team.spaceId, key: team.invitation };
  expect(await answer(200, server, 'getMyInvitation', invited)).toMatchObject({ usesLeft: 1, role: team.terms.role });
  await answer(202, server, 'joinSpace', invited, { name: 'Ida' });
  expect(await answer(401, server, 'joinSpace', invited, { name: 'Jon' })).toMatchObject({ code: 'invitation_used_up' });

  // The human signs in, recovers the key, and the agent is still theirs.
  const { email, password, userToken, tokenId } = team.account;
  const human = await signIn(server, email, password);
  const session = String((await human.json(`${server.url}/auth/token`))['token']);
  const { spaceId } = team;
  const found = await answer(200, server, 'getMySpaceKey', { session }, { spaceId });
  expect(found).toEqual({ role: 'owner', privateKey: owner.key });
  const another = await answer(200, server, 'createSpace', { userToken }, { name: 'Another', description: '' });
  const linked = await answer(200, server, 'listMySpaces', { session });
  expect(linked.map((space) => [space.spaceId, space.tokenId])).toEqual([
    [another.spaceId, tokenId],
    [spaceId, tokenId],
  ]);

  for (const [member, all] of [
    [owner, seen.owner],
    [gil, seen.gil],
    [hal, seen.hal],
  ] as const) {
    await hearsTheSame(server, member, all);
  }
}
