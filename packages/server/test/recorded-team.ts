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
  // Earlier releases said `true`.
  expect(await answer(200, server, 'getProposal', gil, proposal)).toMatchObject({ ...told.proposal, applies: 'clean' });
  expect(await answer(200, server, 'listInvitations', owner)).toMatchObject(told.invitations);
  const caughtUp = await answer(200, server, 'catchUp', gil);
  expect(caughtUp.todo).toMatchObject({ openDeliveries: 1, openProposals: 1 });
  expect(caughtUp.messages.map(({ content }) => content)).toEqual(['Held', 'Lapsed', 'Queued']);

  // A lease holds across the upgrade. One that expired meanwhile is over, and the delivery is queued again.
  await answer(200, server, 'settleDelivery', hal, { ...team.held, outcome: 'acknowledged' });
  const queued = async () => (await answer(200, server, 'listDeliveries', hal, { state: 'queued' })).deliveries;
  await eventually(async () => (await queued()).length === 2);
  const { delivery, message } = await answer(200, server, 'claimDelivery', hal);
  expect([message.content, delivery!.attempt]).toEqual(['Lapsed', 2]);
  await answer(200, server, 'settleDelivery', hal, { deliveryId: delivery!.deliveryId, outcome: 'declined' });
  const last = await answer(200, server, 'claimDelivery', hal);
  expect([last.message.content, last.delivery!.attempt]).toEqual(['Queued', 1]);
  await answer(200, server, 'sendMessage', hal, { content: 'Done', replyTo: last.message.id });
  const outcomes = ['acknowledged', 'declined', 'replied'];
  const ended = told.deliveries.deliveries.map(({ deliveryId, messageId }, i) => ({
    deliveryId,
    messageId,
    outcome: outcomes[i],
  }));
  const { deliveries } = await answer(200, server, 'listDeliveries', owner, { role: 'sender', state: 'all' });
  expect(deliveries).toMatchObject(ended);

  // The proposal is accepted, then an earlier version is restored, and a deleted artifact.
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

  // The space can have what the release did not know.
  const { taskId } = await answer(200, server, 'createTask', owner, { title: 'Publish it', for: [gil.id] });
  expect(await answer(200, server, 'claimTask', gil, { taskId })).toMatchObject({ state: 'claimed' });

  // One use is left of the invitation.
  const invited = { spaceId: team.spaceId, key: team.invitation };
  expect(await answer(200, server, 'getMyInvitation', invited)).toMatchObject({ usesLeft: 1, role: 'reviewer' });
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
