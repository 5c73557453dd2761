import { answer, ask, invite, join, openSpace, startServer, type Member, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type Place } from '../databases.ts';

describe.each(databases)('a proposal on %s', (_, open) => {
  let place: Place;
  let server: TestServer;
  beforeAll(async () => {
    place = await open();
    server = await startServer({ ...place.settings, PARLEY_ARTIFACT_VERSIONS: '51' });
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  /** The owner, Bob who created an artifact, and Eve who proposes. */
  async function meeting(content = 'one\ntwo\n', space = {}) {
    const owner = await openSpace(server, space);
    const invitation = await invite(server, owner);
    const bob = await join(server, invitation, 'Bob');
    const eve = await join(server, invitation, 'Eve');
    const { id: artifactId } = await answer(200, server, 'createArtifact', bob, { name: 'Plan', type: 'markdown', content });
    const plan = { artifactId };
    return { owner, bob, eve, plan };
  }

  const propose = async (who: Member, plan: { artifactId: string }, change: object = { append: 'three' }, baseVersion = 1) => {
    const proposal = await answer(200, server, 'createProposal', who, { ...plan, baseVersion, ...change });
    return { ...proposal, of: { ...plan, proposalId: proposal.proposalId } };
  };
  const claim = (who: Member) => answer(200, server, 'claimDelivery', who);
  const send = (who: Member, content: string, to: Member) => answer(200, server, 'sendMessage', who, { content, to: [to.id] });
  const states = async (who: Member, plan: { artifactId: string }) =>
    (await answer(200, server, 'listProposals', who, { ...plan, state: 'all' })).proposals.map(({ state }) => state);

  it('waits without changing the artifact, and asks its creator and the owner', async () => {
    const { owner, bob, eve, plan } = await meeting();
    const { of, to, ...proposal } = await propose(eve, plan, { append: 'three', note: 'One more' });
    expect(to).toEqual([bob.id, owner.id]);
    expect(proposal).toMatchObject({
      state: 'open',
      authorId: eve.id,
      authorName: 'Eve',
      baseVersion: 1,
      via: 'append',
      revision: 1,
    });
    expect(proposal.diff).toMatchObject({ from: 1, to: 2, added: 1, removed: 0 });
    expect((await answer(200, server, 'getArtifact', bob, plan)).version).toBe(1);
    const counted = async () => (await answer(200, server, 'getSpace', bob)).artifacts.map(({ openProposals }) => openProposals);
    expect(await counted()).toEqual([1]);
    const { proposals } = await answer(200, server, 'listProposals', bob, plan);
    expect(proposals).toEqual([{ ...proposal, diff: undefined, sequence: expect.any(Number) }]);
    const read = await answer(200, server, 'getProposal', bob, of);
    expect(read).toEqual({ ...proposals[0], append: 'three', applies: true, currentVersion: 1, diff: proposal.diff });
    for (const decider of [owner, bob]) {
      const { delivery, message } = await claim(decider);
      expect(delivery).toMatchObject({ senderId: eve.id, expects: 'ack' });
      expect(message).toMatchObject({ ...of, content: 'I propose a change of "Plan": One more' });
    }
  });

  it('becomes a version of its author that names who accepted it, and its author learns it', async () => {
    const { owner, bob, eve, plan } = await meeting();
    const { of } = await propose(eve, plan, { edits: [{ old: 'two', new: '2' }], note: 'Digits' });
    const { sequence } = await answer(200, server, 'getProposal', bob, of);
    const ended = await answer(200, server, 'acceptProposal', bob, { ...of, baseVersion: 1 });
    expect(ended).toMatchObject({ state: 'accepted', version: 2, endedBy: bob.id, note: 'Digits', sequence });
    const read = await answer(200, server, 'getArtifact', owner, plan);
    expect(read).toMatchObject({ content: 'one\n2\n', version: 2, updatedBy: eve.id });
    expect(read).not.toHaveProperty('lockedBy');
    const { versions } = await answer(200, server, 'listArtifactVersions', owner, plan);
    expect(versions[0]).toMatchObject({
      ...{ version: 2, authorId: eve.id, authorName: 'Eve', via: 'proposal', note: 'Digits' },
      ...{ proposalId: of.proposalId, acceptedBy: bob.id },
    });
    const { message, delivery } = await claim(eve);
    expect(message).toMatchObject({
      senderId: bob.id,
      proposalId: of.proposalId,
      content: 'I accepted your proposal for "Plan" (version 2)',
    });
    expect(delivery).toMatchObject({ expects: 'nothing', outcome: 'acknowledged' });
    const { deliveries } = await answer(200, server, 'listDeliveries', eve, { role: 'sender', state: 'all' });
    const outcomes = Object.fromEntries(deliveries.map(({ participantId, outcome }) => [participantId, outcome]));
    expect(outcomes).toEqual({ [bob.id]: 'replied', [owner.id]: 'withdrawn' });
    expect((await answer(409, server, 'acceptProposal', owner, { ...of, baseVersion: 2 })).code).toBe('proposal_ended');
    expect((await answer(409, server, 'rejectProposal', bob, of)).code).toBe('proposal_ended');
    expect((await answer(409, server, 'withdrawProposal', eve, of)).code).toBe('proposal_ended');
  });

  it('is decided once by many at the same time: 409 for all others', async () => {
    const { owner, bob, eve, plan } = await meeting();
    for (const { of } of [await propose(eve, plan), await propose(eve, plan)]) {
      const { version: baseVersion } = await answer(200, server, 'getArtifact', bob, plan);
      const answers = await Promise.all([
        ...[owner, bob, owner, bob].map((who) => ask(server, 'acceptProposal', who, { ...of, baseVersion })),
        ...[owner, bob, owner, bob].map((who) => ask(server, 'rejectProposal', who, of)),
        ask(server, 'withdrawProposal', eve, of),
        ask(server, 'rebaseProposal', eve, { ...of, baseVersion, append: 'x' }),
      ]);
      const decided = answers.filter(({ body }) => !('revision' in body && body.state === 'open'));
      expect(decided.map(({ status }) => status).filter((status) => status !== 409)).toEqual([200]);
    }
  });

  it('is decided by the holder of the lock, the creator and the owner, and by nobody else', async () => {
    const { owner, bob, eve, plan } = await meeting();
    const max = await join(server, await invite(server, owner), 'Max');
    const first = await propose(eve, plan);
    await answer(401, server, 'acceptProposal', max, { ...first.of, baseVersion: 1 });
    await answer(401, server, 'rejectProposal', eve, first.of);
    await answer(401, server, 'withdrawProposal', bob, first.of);
    await answer(200, server, 'lockArtifact', max, plan);
    for (const other of [owner, bob]) {
      expect((await answer(423, server, 'acceptProposal', other, { ...first.of, baseVersion: 1 })).lockedBy).toBe(max.id);
    }
    const second = await propose(eve, plan, { append: 'four' });
    expect((await claim(max)).message).toMatchObject({ proposalId: second.proposalId });
    await answer(200, server, 'acceptProposal', max, { ...first.of, baseVersion: 1 });
    expect((await answer(200, server, 'getArtifact', max, plan)).lockedBy).toBe(max.id);
    await answer(200, server, 'rejectProposal', owner, { ...second.of, note: 'Enough' });
    expect(await states(eve, plan)).toEqual(['rejected', 'accepted']);
    expect(await answer(200, server, 'getProposal', eve, second.of)).toMatchObject({ endNote: 'Enough', append: 'four' });
  });

  it('409 proposal_stale with the difference when it no longer applies, and then takes a content or a rebase', async () => {
    const { bob, eve, plan } = await meeting();
    const whole = await propose(eve, plan, { content: 'mine' });
    const part = await propose(eve, plan, { edits: [{ old: 'two', new: '2' }] });
    const appended = await propose(eve, plan, { append: 'three' });
    await answer(200, server, 'writeArtifact', bob, { ...plan, content: 'one\nzwei\n', lock: 'auto' });
    expect((await answer(409, server, 'acceptProposal', bob, { ...whole.of, baseVersion: 1 })).code).toBe('version_conflict');
    for (const { of } of [whole, part]) {
      const stale = await answer(409, server, 'acceptProposal', bob, { ...of, baseVersion: 2 });
      expect(stale).toMatchObject({ code: 'proposal_stale', currentVersion: 2, diff: { from: 1, to: 2 } });
      expect(await answer(200, server, 'getProposal', bob, of)).toMatchObject({ applies: false, diff: { from: 1 } });
    }
    expect(await answer(200, server, 'getProposal', bob, appended.of)).toMatchObject({ applies: true, diff: { from: 2 } });
    await answer(200, server, 'acceptProposal', bob, { ...appended.of, baseVersion: 2 });
    const withChanges = await answer(200, server, 'acceptProposal', bob, { ...whole.of, baseVersion: 3, content: 'ours' });
    expect(withChanges).toMatchObject({ state: 'accepted_with_changes', version: 4 });
    const rebased = await answer(200, server, 'rebaseProposal', eve, {
      ...part.of,
      baseVersion: 4,
      edits: [{ old: 'ours', new: 'all' }],
    });
    expect(rebased).toMatchObject({ revision: 2, baseVersion: 4, diff: { from: 4 } });
    expect((await answer(409, server, 'acceptProposal', bob, { ...part.of, baseVersion: 4, revision: 1 })).code).toBe(
      'proposal_stale',
    );
    await answer(200, server, 'acceptProposal', bob, { ...part.of, baseVersion: 4, revision: 2 });
    expect((await answer(200, server, 'getArtifact', eve, plan)).content).toBe('all');
  });

  it('of a rebase is announced again, and the earlier deliveries end', async () => {
    const { owner, bob, eve, plan } = await meeting();
    const { of } = await propose(eve, plan);
    await claim(bob);
    await answer(401, server, 'rebaseProposal', bob, { ...of, baseVersion: 1, append: 'x' });
    await answer(200, server, 'rebaseProposal', eve, { ...of, baseVersion: 1, append: 'x', note: 'Better' });
    expect((await claim(bob)).message.content).toBe('I changed my proposal for "Plan": Better');
    expect((await claim(owner)).message.content).toBe('I changed my proposal for "Plan": Better');
    const { deliveries } = await answer(200, server, 'listDeliveries', eve, { role: 'sender', state: 'all' });
    expect(deliveries.map(({ outcome }) => outcome)).toEqual(['withdrawn', 'withdrawn', undefined, undefined]);
    await answer(200, server, 'withdrawProposal', eve, of);
    expect((await answer(200, server, 'listDeliveries', eve, { role: 'sender' })).deliveries).toEqual([]);
    expect(await states(bob, plan)).toEqual(['withdrawn']);
  });

  it('keeps the text of a write without the lock, also for its retry', async () => {
    const { owner, bob, eve, plan } = await meeting();
    await answer(200, server, 'lockArtifact', bob, plan);
    const write = { ...plan, content: 'late work', baseVersion: 1, keep: 'proposal' as const };
    const tries = [1, 2].map(() => answer(423, server, 'writeArtifact', eve, write, 'once'));
    const [first, again] = await Promise.all(tries);
    expect(first).toMatchObject({ code: 'locked', lockedBy: bob.id, proposalId: expect.any(String) });
    expect(again!.proposalId).toBe(first!.proposalId);
    const replayed = await ask(server, 'writeArtifact', eve, write, 'once');
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([423, 'true']);
    expect(replayed.body).toEqual({ ...first, requestId: expect.any(String) });
    const { proposals } = await answer(200, server, 'listProposals', owner, plan);
    expect(proposals).toHaveLength(1);
    const of = { ...plan, proposalId: first!.proposalId };
    expect(await answer(200, server, 'getProposal', owner, of)).toMatchObject({
      content: 'late work',
      applies: true,
      via: 'write',
    });
    expect((await claim(bob)).message.proposalId).toBe(of.proposalId);
    await answer(200, server, 'unlockArtifact', bob, plan);
    expect((await answer(423, server, 'writeArtifact', eve, write)).code).toBe('not_locked');
    await answer(400, server, 'writeArtifact', eve, { ...write, baseVersion: undefined });
    await answer(200, server, 'writeArtifact', eve, { ...write, lock: 'auto' });
    expect(await states(owner, plan)).toEqual(['open', 'open']);
  });

  it('stays when its author is gone, and counts for the limit until it ends', async () => {
    const { owner, bob, eve, plan } = await meeting();
    const { of } = await propose(eve, plan);
    await answer(200, server, 'kickParticipant', owner, { participantId: eve.id });
    for (let i = 0; i < 49; i += 1) await propose(bob, plan, { append: `${i}` });
    expect((await answer(400, server, 'createProposal', bob, { ...plan, baseVersion: 1, append: 'x' })).code).toBe(
      'invalid_request',
    );
    await answer(200, server, 'acceptProposal', bob, { ...of, baseVersion: 1 });
    expect((await answer(200, server, 'listArtifactVersions', bob, plan)).versions[0]).toMatchObject({ authorName: 'Eve' });
    await propose(bob, plan, { append: 'x' });
  });

  it('is rejected when its artifact is deleted, and its author learns it once', async () => {
    const { owner, bob, eve, plan } = await meeting();
    const first = await propose(eve, plan);
    await propose(eve, plan, { append: 'more' });
    await answer(200, server, 'deleteArtifact', bob, plan);
    const { message } = await claim(eve);
    expect(message.content).toBe('I deleted "Plan", so your proposal for it is rejected');
    expect((await answer(200, server, 'listDeliveries', eve, { role: 'sender' })).deliveries).toEqual([]);
    await answer(404, server, 'getProposal', eve, first.of);
    await answer(200, server, 'restoreArtifact', owner, plan);
    expect(await states(eve, plan)).toEqual(['rejected', 'rejected']);
    expect(await answer(200, server, 'getProposal', eve, first.of)).toMatchObject({ endNote: 'The artifact was deleted' });
  });

  it('keeps the content of its base while old versions are thinned', async () => {
    const { bob, plan, eve } = await meeting('one\n');
    await answer(200, server, 'writeArtifact', bob, { ...plan, content: 'base\n', lock: 'auto' });
    const { of } = await propose(eve, plan, { append: 'x' }, 2);
    for (let i = 0; i < 56; i += 1) await answer(200, server, 'writeArtifact', bob, { ...plan, content: `${i}`, lock: 'auto' });
    const kept = async (version: number) => (await ask(server, 'getArtifactVersion', bob, { ...plan, version })).body;
    expect(await kept(2)).toMatchObject({ content: 'base\n' });
    expect(await kept(3)).toMatchObject({ code: 'version_thinned' });
    await answer(410, server, 'createProposal', eve, { ...plan, baseVersion: 3, append: 'x' });
    await answer(200, server, 'withdrawProposal', eve, of);
    for (let i = 0; i < 2; i += 1) await answer(200, server, 'writeArtifact', bob, { ...plan, content: `${i}`, lock: 'auto' });
    expect(await kept(2)).toMatchObject({ code: 'version_thinned' });
  });

  it('404 for what does not exist, 409 for a change that does not fit its base, 403 for the muted, 429 beyond the budget', async () => {
    const { owner, bob, eve, plan } = await meeting('one one\n', { agentBudget: 3 });
    await answer(404, server, 'createProposal', eve, { ...plan, baseVersion: 2, append: 'x' });
    await answer(404, server, 'getProposal', eve, { ...plan, proposalId: bob.id });
    const bad = { ...plan, baseVersion: 1, edits: [{ old: 'one', new: '1' }] };
    expect(await answer(409, server, 'createProposal', eve, bad)).toMatchObject({ code: 'edit_mismatch', reason: 'ambiguous' });
    await answer(400, server, 'createProposal', eve, { ...plan, baseVersion: 1 });
    await answer(200, server, 'muteParticipant', owner, { participantId: eve.id });
    await answer(403, server, 'createProposal', eve, { ...plan, baseVersion: 1, append: 'x' });
    await answer(200, server, 'unmuteParticipant', owner, { participantId: eve.id });
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
    const { of } = await propose(eve, plan);
    expect((await claim(owner)).message.proposalId).toBe(of.proposalId);
    await answer(200, server, 'lockArtifact', bob, plan);
    const late = { ...plan, content: 'late', baseVersion: 1, keep: 'proposal' as const };
    const { messages } = await answer(200, server, 'listMessages', owner);
    expect(await answer(423, server, 'writeArtifact', eve, late)).toHaveProperty('proposalId');
    expect((await answer(200, server, 'listMessages', owner)).messages).toEqual(messages);
    for (let i = 0; i < 100; i += 1) await send(bob, `${i}`, eve);
    await answer(200, server, 'rejectProposal', bob, of);
    expect(await states(eve, plan)).toEqual(['open', 'rejected']);
  });
});
