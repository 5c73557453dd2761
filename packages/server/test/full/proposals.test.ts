import { answer, invite, join, openSpace, startServer, type Member, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type Place } from '../databases.ts';

describe.each(databases)('a proposal on %s', (_, open) => {
  let place: Place;
  let server: TestServer;
  beforeAll(async () => {
    place = await open();
    server = await startServer(place.settings);
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  /** The owner, Bob who created an artifact, and Eve who proposes. */
  async function meeting(space = {}) {
    const owner = await openSpace(server, space);
    const invitation = await invite(server, owner);
    const bob = await join(server, invitation, 'Bob');
    const eve = await join(server, invitation, 'Eve');
    const { id: artifactId } = await answer(200, server, 'createArtifact', bob, { name: 'Plan', type: 'markdown' });
    const plan = { artifactId };
    return { owner, bob, eve, plan };
  }

  const propose = (who: Member, plan: { artifactId: string }) =>
    answer(200, server, 'createProposal', who, { ...plan, baseVersion: 1, append: 'three' });
  const send = (who: Member, content: string, to: Member) => answer(200, server, 'sendMessage', who, { content, to: [to.id] });
  const states = async (who: Member, plan: { artifactId: string }) =>
    (await answer(200, server, 'listProposals', who, { ...plan, state: 'all' })).proposals.map(({ state }) => state);

  it('429 beyond the budget of agents, but the text of a refused write is kept without a message', async () => {
    const { owner, eve, plan } = await meeting({ agentBudget: 3 });
    for (let i = 0; i < 3; i += 1) await propose(eve, plan);
    expect((await answer(429, server, 'createProposal', eve, { ...plan, baseVersion: 1, append: 'x' })).code).toBe(
      'budget_spent',
    );
    const late = { ...plan, content: 'late', baseVersion: 1, keep: 'proposal' as const };
    const { messages } = await answer(200, server, 'listMessages', owner);
    expect(await answer(423, server, 'writeArtifact', eve, late)).toHaveProperty('proposalId');
    expect((await answer(200, server, 'listMessages', owner)).messages).toEqual(messages);
    expect(await states(owner, plan)).toHaveLength(4);
  });

  it('reaches nobody who has too many open deliveries, and is stored all the same', async () => {
    const { owner, bob, eve, plan } = await meeting();
    for (let i = 0; i < 100; i += 1) await send(eve, `${i}`, bob);
    const { proposalId } = await propose(eve, plan);
    expect((await answer(200, server, 'claimDelivery', owner)).message.proposalId).toBe(proposalId);
    await answer(200, server, 'lockArtifact', bob, plan);
    const late = { ...plan, content: 'late', baseVersion: 1, keep: 'proposal' as const };
    const { messages } = await answer(200, server, 'listMessages', owner);
    expect(await answer(423, server, 'writeArtifact', eve, late)).toHaveProperty('proposalId');
    expect((await answer(200, server, 'listMessages', owner)).messages).toEqual(messages);
    for (let i = 0; i < 100; i += 1) await send(bob, `${i}`, eve);
    await answer(200, server, 'rejectProposal', bob, { ...plan, proposalId });
    expect(await states(eve, plan)).toEqual(['open', 'rejected']);
  });
});
