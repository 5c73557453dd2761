import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { claim, invite, join, proposing, type Member } from '../scenes.ts';
import { call, covers, type Input } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

/** The message that tells a member how its proposal ended. */
const told = async (member: Member) => (await covers('claimDelivery', 200, member)).body;
const openSent = async (member: Member) => (await covers('listDeliveries', 200, member, { role: 'sender' })).body.deliveries;

additions('acceptProposal', () => {
  promise('200 with a version whose author is the proposer, and that names who accepted it', async () => {
    const { guest, cyn, artifact, offer, read } = await proposing();
    const proposal = await offer({ edits: [{ old: 'two', new: '2' }], note: 'Digits' });
    const { sequence } = (await covers('getProposal', 200, guest, proposal)).body;
    const { body } = await covers('acceptProposal', 200, guest, { ...proposal, baseVersion: 1 });
    expect(body).toMatchObject({
      ...proposal,
      state: 'accepted',
      version: 2,
      endedBy: guest.id,
      note: 'Digits',
      revision: 1,
      sequence,
    });
    const present = await read();
    expect(present).toMatchObject({ content: 'one\n2\n', version: 2, updatedBy: cyn.id });
    expect(present).not.toHaveProperty('lockedBy');
    const { versions } = (await covers('listArtifactVersions', 200, cyn, artifact)).body;
    expect(versions).toHaveLength(2);
    expect(versions[0]).toMatchObject({
      ...{ version: 2, authorId: cyn.id, authorName: 'Cyn', via: 'proposal', note: 'Digits' },
      ...{ proposalId: proposal.proposalId, acceptedBy: guest.id },
    });
  });

  promise('200 for the owner, the creator and the holder of the lock, whose lock ends when it would have', async () => {
    const { owner, guest, artifact, offer, read } = await proposing();
    const dan = await join(owner, { name: 'Dan' });
    await covers('acceptProposal', 200, owner, { ...(await offer()), baseVersion: 1 });
    await covers('acceptProposal', 200, guest, { ...(await offer({ append: 'four\n' })), baseVersion: 2 });
    const { lockExpiresAt } = (await covers('lockArtifact', 200, dan, artifact)).body;
    await covers('acceptProposal', 200, dan, { ...(await offer({ append: 'five\n' })), baseVersion: 3 });
    expect(await read()).toMatchObject({
      ...{ content: 'one\ntwo\nthree\nfour\nfive\n', version: 4, lockedBy: dan.id, lockExpiresAt },
    });
  });

  promise('200 with a content of who accepts it', async () => {
    const { owner, cyn, artifact, offer, read } = await proposing();
    const proposal = await offer();
    const { body } = await covers('acceptProposal', 200, owner, { ...proposal, baseVersion: 1, content: 'Ours\n' });
    expect(body).toMatchObject({ state: 'accepted_with_changes', version: 2 });
    expect(await read()).toMatchObject({ content: 'Ours\n', updatedBy: cyn.id });
    expect((await covers('getProposal', 200, cyn, proposal)).body.append).toBe('three\n');
    const { versions } = (await covers('listArtifactVersions', 200, cyn, artifact)).body;
    expect(versions[0]).toMatchObject({ via: 'proposal', acceptedBy: owner.id });
  });

  promise('200 for a part that still fits the present version', async () => {
    const { guest, offer, read, rewrite } = await proposing();
    const proposal = await offer({ edits: [{ old: 'two', new: '2' }] });
    await rewrite('zero\none\ntwo\n');
    await covers('acceptProposal', 200, guest, { ...proposal, baseVersion: 2 });
    expect((await read()).content).toBe('zero\none\n2\n');
  });

  promise('200 merged with what has changed since its base, if that is at other lines', async () => {
    const { guest, cyn, offer, read, rewrite } = await proposing('one\ntwo\nthree\n');
    const proposal = await offer({ content: 'one\ntwo\ndrei\n' });
    await rewrite('zero\none\ntwo\nthree\n');
    await covers('acceptProposal', 409, guest, { ...proposal, baseVersion: 1 });
    const { body } = await covers('acceptProposal', 200, guest, { ...proposal, baseVersion: 2 });
    expect(body).toMatchObject({ state: 'accepted', version: 3 });
    expect(await read()).toMatchObject({ content: 'zero\none\ntwo\ndrei\n', updatedBy: cyn.id });
  });

  promise('200 with some hunks of its difference, 400 for others', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `${i}\n`);
    const { guest, offer, read } = await proposing(lines.join(''));
    const proposal = await offer({ content: lines.with(2, 'two\n').with(17, 'seventeen\n').join('') });
    expect((await covers('getProposal', 200, guest, proposal)).body.diff!.hunks).toHaveLength(2);
    for (const wish of [{ hunks: [2] }, { hunks: [] }, { hunks: [0], content: 'x' }])
      await covers('acceptProposal', 400, guest, { ...proposal, baseVersion: 1, ...wish });
    const { body } = await covers('acceptProposal', 200, guest, { ...proposal, baseVersion: 1, hunks: [1] });
    expect(body).toMatchObject({ state: 'accepted_with_changes', version: 2 });
    expect((await read()).content).toBe(lines.with(17, 'seventeen\n').join(''));
  });

  promise('tells the author, and asks nobody any more', async () => {
    const { owner, guest, cyn, offer } = await proposing();
    const { proposalId, ...artifact } = await offer();
    await claim(guest);
    await covers('acceptProposal', 200, guest, { ...artifact, proposalId, baseVersion: 1 });
    const { delivery, message } = await told(cyn);
    expect(delivery).toMatchObject({ senderId: guest.id, expects: 'nothing' });
    expect(message).toMatchObject({ senderId: guest.id, proposalId, to: [cyn.id] });
    expect(message.content).toMatch(/accepted.*version 2/);
    const { deliveries } = (await covers('listDeliveries', 200, cyn, { role: 'sender', state: 'all' })).body;
    const outcomes = Object.fromEntries(deliveries.map(({ participantId, outcome }) => [participantId, outcome]));
    expect(outcomes).toEqual({ [guest.id]: 'replied', [owner.id]: 'withdrawn' });
  });

  promise('400 without a base version, or with a text that is too large', async () => {
    const { guest, offer, read } = await proposing('x'.repeat(1_048_000));
    const proposal = await offer();
    await covers('acceptProposal', 400, guest, proposal);
    await covers('acceptProposal', 400, guest, { ...proposal, baseVersion: 1, revision: 0 });
    await covers('acceptProposal', 400, guest, { ...proposal, baseVersion: 1, content: 'y'.repeat(1_048_577) });
    expect((await read()).version).toBe(1);
  });

  promise('403 for its author and others who do not decide', async () => {
    const { owner, cyn, offer, read } = await proposing();
    const proposal = await offer();
    const dan = await join(owner, { name: 'Dan' });
    for (const other of [cyn, dan]) {
      const { body } = await covers('acceptProposal', 403, other, { ...proposal, baseVersion: 1 });
      expect(body.code).toBe('forbidden');
    }
    expect((await read()).version).toBe(1);
  });

  promise('423 while another participant holds the lock, also for the owner', async () => {
    const { owner, guest, artifact, offer, read } = await proposing();
    const proposal = await offer();
    const dan = await join(owner, { name: 'Dan' });
    await covers('lockArtifact', 200, dan, artifact);
    for (const other of [owner, guest]) {
      const { body } = await covers('acceptProposal', 423, other, { ...proposal, baseVersion: 1 });
      expect(body).toMatchObject({ code: 'locked', lockedBy: dan.id });
    }
    expect((await read()).version).toBe(1);
  });

  promise('409 version_conflict if the base version is not the present one', async () => {
    const { guest, offer, read, rewrite } = await proposing();
    const proposal = await offer();
    await rewrite('Another text\n');
    const { body } = await covers('acceptProposal', 409, guest, { ...proposal, baseVersion: 1 });
    expect(body).toMatchObject({ code: 'version_conflict', currentVersion: 2, diff: { from: 1, to: 2 } });
    expect(await read()).toMatchObject({ version: 2, content: 'Another text\n' });
  });

  promise.each<[string, Input]>([
    ['a whole content', { content: 'All new\n' }],
    ['an edit that no longer fits', { edits: [{ old: 'two', new: '2' }] }],
  ])('409 proposal_stale for %s, with what has changed since its base', async (_, change) => {
    const { guest, offer, read, rewrite } = await proposing();
    const proposal = await offer(change);
    await rewrite('one\nzwei\n');
    const { body } = await covers('acceptProposal', 409, guest, { ...proposal, baseVersion: 2 });
    expect(body).toMatchObject({ code: 'proposal_stale', currentVersion: 2 });
    expect(body.diff).toMatchObject({ from: 1, to: 2, hunks: [{ lines: [' one', '-two', '+zwei'] }] });
    expect(await read()).toMatchObject({ version: 2, content: 'one\nzwei\n' });
    await covers('acceptProposal', 200, guest, { ...proposal, baseVersion: 2, content: 'Both\n' });
  });

  promise('409 proposal_stale if its author has changed it since it was read', async () => {
    const { guest, cyn, offer, read } = await proposing();
    const proposal = await offer();
    await covers('rebaseProposal', 200, cyn, { ...proposal, baseVersion: 1, append: 'Hidden\n' });
    const { body } = await covers('acceptProposal', 409, guest, { ...proposal, baseVersion: 1, revision: 1 });
    expect(body.code).toBe('proposal_stale');
    expect((await read()).version).toBe(1);
    await covers('acceptProposal', 200, guest, { ...proposal, baseVersion: 1, revision: 2 });
    expect((await read()).content).toBe('one\ntwo\nHidden\n');
  });
});

additions('rejectProposal', () => {
  promise('200 with a reason for the author; the text stays readable', async () => {
    const { owner, cyn, offer, read } = await proposing();
    const proposal = await offer();
    const before = await read();
    const { body } = await covers('rejectProposal', 200, owner, { ...proposal, note: 'Too long' });
    expect(body).toMatchObject({ ...proposal, state: 'rejected', endedBy: owner.id, endNote: 'Too long' });
    expect(body).not.toHaveProperty('version');
    const { delivery, message } = await told(cyn);
    expect(delivery).toMatchObject({ senderId: owner.id, expects: 'nothing' });
    expect(message).toMatchObject({ proposalId: proposal.proposalId });
    expect(message.content).toContain('Too long');
    expect((await covers('getProposal', 200, cyn, proposal)).body.append).toBe('three\n');
    expect(await openSent(cyn)).toEqual([]);
    expect(await read()).toEqual(before);
  });

  promise('400 with a reason that is too long', async () => {
    const { owner, offer } = await proposing();
    await covers('rejectProposal', 400, owner, { ...(await offer()), note: 'x'.repeat(501) });
  });

  promise('403 for its author and others who do not decide', async () => {
    const { owner, cyn, offer } = await proposing();
    const proposal = await offer();
    const dan = await join(owner, { name: 'Dan' });
    for (const other of [cyn, dan]) await covers('rejectProposal', 403, other, proposal);
    expect((await covers('getProposal', 200, dan, proposal)).body.state).toBe('open');
  });
});

additions('withdrawProposal', () => {
  promise('200 for its author; nobody is asked any more, and the text stays readable', async () => {
    const { owner, guest, cyn, offer } = await proposing();
    const proposal = await offer();
    const { body } = await covers('withdrawProposal', 200, cyn, proposal);
    expect(body).toMatchObject({ ...proposal, state: 'withdrawn', endedBy: cyn.id });
    for (const decider of [owner, guest]) {
      expect((await covers('claimDelivery', 200, decider)).body).toEqual({ delivery: null });
    }
    expect(await openSent(cyn)).toEqual([]);
    expect((await covers('getProposal', 200, guest, proposal)).body.append).toBe('three\n');
  });

  promise('403 for everyone except its author', async () => {
    const { owner, guest, offer } = await proposing();
    const proposal = await offer();
    for (const other of [owner, guest]) await covers('withdrawProposal', 403, other, proposal);
  });
});

additions('a proposal that has ended', () => {
  promise('409 proposal_ended for whatever is decided about it again', async () => {
    const { owner, guest, cyn, offer, read } = await proposing();
    const [accepted, rejected, withdrawn] = [await offer(), await offer({ content: 'Mine' }), await offer()];
    await covers('acceptProposal', 200, guest, { ...accepted, baseVersion: 1 });
    await covers('rejectProposal', 200, owner, rejected);
    await covers('withdrawProposal', 200, cyn, withdrawn);
    for (const proposal of [accepted, rejected, withdrawn]) {
      for (const [name, caller, input] of [
        ['acceptProposal', guest, { baseVersion: 2 }],
        ['rejectProposal', owner, {}],
        ['withdrawProposal', cyn, {}],
        ['rebaseProposal', cyn, { baseVersion: 2, append: 'x' }],
      ] as const) {
        expect((await covers(name, 409, caller, { ...proposal, ...input })).body.code, name).toBe('proposal_ended');
      }
    }
    expect(await read()).toMatchObject({ version: 2, content: 'one\ntwo\nthree\n' });
  });

  promise('200 for one of many concurrent decisions, 409 for the rest', async () => {
    const { owner, guest, cyn, artifact, offer, read } = await proposing();
    const proposal = await offer();
    const answers = await Promise.all([
      ...[owner, guest, owner, guest].map((caller) => call('acceptProposal', caller, { ...proposal, baseVersion: 1 })),
      ...[owner, guest, owner, guest].map((caller) => call('rejectProposal', caller, proposal)),
      ...[cyn, cyn].map((caller) => call('withdrawProposal', caller, proposal)),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const { state } = (await covers('getProposal', 200, owner, proposal)).body;
    expect((await read()).version).toBe(state === 'accepted' ? 2 : 1);
    expect((await covers('listProposals', 200, owner, artifact)).body.proposals).toEqual([]);
  });

  promise('is one of a deleted artifact: rejected, and its author learns it', async () => {
    const { owner, guest, cyn, artifact, offer } = await proposing();
    const [proposal] = [await offer(), await offer()];
    await covers('deleteArtifact', 200, guest, artifact);
    const { delivery, message } = await told(cyn);
    expect(await told(cyn)).toEqual({ delivery: null });
    expect(delivery).toMatchObject({ senderId: guest.id, expects: 'nothing' });
    expect(message.content).toContain('Plan');
    expect(await openSent(cyn)).toEqual([]);
    expect((await covers('getProposal', 404, cyn, proposal)).body.code).toBe('artifact_not_found');
    await covers('restoreArtifact', 200, owner, artifact);
    expect((await covers('getProposal', 200, cyn, proposal)).body).toMatchObject({
      ...{ state: 'rejected', endedBy: guest.id, endNote: 'The artifact was deleted' },
    });
    expect((await covers('listProposals', 200, cyn, artifact)).body.proposals).toEqual([]);
  });

  promise('is none whose author was kicked: it can still be accepted, as that of its author', async () => {
    const { owner, guest, cyn, artifact, offer } = await proposing();
    const proposal = await offer();
    await covers('kickParticipant', 200, owner, { participantId: cyn.id });
    await covers('acceptProposal', 200, guest, { ...proposal, baseVersion: 1 });
    const { versions } = (await covers('listArtifactVersions', 200, owner, artifact)).body;
    expect(versions[0]).toMatchObject({ authorId: cyn.id, authorName: 'Cyn', acceptedBy: guest.id });
  });
});

additions('the event `proposal`', () => {
  promise('tells everyone of each step, and the event `artifact` of what was accepted', async () => {
    const { owner, guest, cyn, artifact, offer } = await proposing();
    const witness = await join(owner, { name: 'Dan' });
    const { proposalId } = await offer();
    const proposal = { ...artifact, proposalId };
    await covers('rebaseProposal', 200, cyn, { ...proposal, baseVersion: 1, append: 'four\n' });
    await covers('acceptProposal', 200, guest, { ...proposal, baseVersion: 1 });
    const second = await offer();
    await covers('rejectProposal', 200, owner, second);
    const stream = await openStream(witness, {}, { headers: { 'last-event-id': '0' } });
    await stream.first('proposal', ({ state }) => state === 'rejected');
    const events = stream.all('proposal');
    const of = { proposalId, ...artifact, artifactName: 'Plan', authorId: cyn.id, baseVersion: 1 };
    expect(events).toMatchObject([
      { ...of, state: 'open', revision: 1, actorId: cyn.id },
      { ...of, state: 'open', revision: 2, actorId: cyn.id },
      { ...of, state: 'accepted', revision: 2, actorId: guest.id, version: 2 },
      { proposalId: second.proposalId, state: 'open', actorId: cyn.id },
      { proposalId: second.proposalId, state: 'rejected', actorId: owner.id },
    ]);
    for (const each of events.toSpliced(2, 1)) expect(each).not.toHaveProperty('version');
    const written = stream.all('artifact').find(({ via }) => via === 'proposal');
    expect(written).toMatchObject({ action: 'updated', authorId: cyn.id, actorId: guest.id, artifact: { version: 2 } });
  });

  promise('has no text of the proposal, and an invitation gives access to none', async () => {
    const { owner, artifact, offer } = await proposing();
    const proposal = await offer({ append: 'The secret of Cyn' });
    const stream = await openStream(owner, {}, { headers: { 'last-event-id': '0' } });
    await stream.first('proposal');
    expect(JSON.stringify(stream.events)).not.toMatch(/The secret of Cyn/);
    const invitation = await invite(owner);
    await covers('listProposals', 401, invitation, artifact);
    await covers('getProposal', 401, invitation, proposal);
  });
});
