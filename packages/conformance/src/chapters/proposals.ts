import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { claim, join, proposing, type Member } from '../scenes.ts';
import { covers, type Input } from '../wire/call.ts';

const changes: [string, Input][] = [
  ['write', { content: 'All new\n' }],
  ['edits', { edits: [{ old: 'two', new: '2' }] }],
  ['append', { append: 'three\n' }],
  ['section', { section: { heading: 'Risks', content: '\nRain.\n', mode: 'append' } }],
];
const sectioned = 'one\ntwo\n\n# Risks\n';

const claimsNothing = async (member: Member) =>
  expect((await covers('claimDelivery', 200, member)).body).toEqual({ delivery: null });
const listed = async (member: Member, input: Input) => (await covers('listProposals', 200, member, input)).body.proposals;

additions('createProposal', () => {
  promise('200 with what accepting it changes; the artifact stays as it is', async () => {
    const { owner, guest, cyn, artifact, read } = await proposing();
    const before = await read();
    const wish = { ...artifact, baseVersion: 1, edits: [{ old: 'two', new: '2' }], note: 'Digits' };
    const { body } = await covers('createProposal', 200, cyn, wish);
    expect(body).toMatchObject({
      ...{ ...artifact, state: 'open', authorId: cyn.id, authorName: 'Cyn', baseVersion: 1, via: 'edits' },
      ...{ note: 'Digits', revision: 1, to: [guest.id, owner.id] },
      diff: { from: 1, to: 2, added: 1, removed: 1, truncated: false, hunks: [{ lines: [' one', '-two', '+2'] }] },
    });
    expect(await read()).toEqual(before);
    expect((await covers('listArtifactVersions', 200, cyn, artifact)).body.versions).toHaveLength(1);
    expect((await covers('getSpace', 200, cyn)).body.artifacts.at(-1)).toMatchObject({ openProposals: 1 });
  });

  promise('200 for an old version too', async () => {
    const { cyn, artifact, rewrite } = await proposing();
    await rewrite('Another text\n');
    const old = { ...artifact, baseVersion: 1, edits: [{ old: 'two', new: '2' }] };
    expect((await covers('createProposal', 200, cyn, old)).body).toMatchObject({ baseVersion: 1, diff: { from: 1, added: 1 } });
  });

  promise('asks the creator and the owner by a directed message, and nobody else', async () => {
    const { owner, guest, cyn, artifact, offer } = await proposing();
    const dan = await join(owner);
    const { proposalId } = await offer({ append: 'x', note: 'One more' });
    for (const decider of [owner, guest]) {
      const { body } = await covers('claimDelivery', 200, decider);
      expect(body.delivery).toMatchObject({ senderId: cyn.id, expects: 'ack' });
      expect(body.message).toMatchObject({ proposalId, senderId: cyn.id });
      expect(body.message.content).toContain('One more');
    }
    await covers('lockArtifact', 200, dan, artifact);
    await claimsNothing(dan);
    await claimsNothing(cyn);
  });

  promise('200 while another participant holds the lock, who alone is asked', async () => {
    const { owner, guest, artifact, offer } = await proposing();
    const dan = await join(owner);
    await covers('lockArtifact', 200, dan, artifact);
    const { proposalId } = await offer();
    expect((await covers('claimDelivery', 200, dan)).body.message).toMatchObject({ proposalId });
    for (const other of [owner, guest]) await claimsNothing(other);
  });

  promise('400 with none or several changes, without a base version, or with a note that is too long', async () => {
    const { cyn, artifact } = await proposing();
    for (const wish of [
      { baseVersion: 1 },
      { baseVersion: 1, content: 'a', append: 'b' },
      { append: 'b' },
      { baseVersion: 0, append: 'b' },
      { baseVersion: 1, append: 'b', note: 'x'.repeat(501) },
      { baseVersion: 1, append: 'x'.repeat(1_048_577) },
    ]) {
      expect((await covers('createProposal', 400, cyn, { ...artifact, ...wish })).body.code).toBe('invalid_request');
    }
    expect(await listed(cyn, { ...artifact, state: 'all' })).toEqual([]);
  });

  promise('400 beyond 50 open ones for an artifact, until one ends', async () => {
    const { owner, cyn, artifact, offer } = await proposing();
    const first = await offer();
    await covers('kickParticipant', 200, owner, { participantId: cyn.id });
    for (let count = 1; count < 50; count += 1) await offer({ append: `${count}` }, owner);
    const more = { ...artifact, baseVersion: 1, append: 'x' };
    expect((await covers('createProposal', 400, owner, more)).body.code).toBe('invalid_request');
    await covers('rejectProposal', 200, owner, first);
    await covers('createProposal', 200, owner, more);
  });

  promise('403 for a muted participant', async () => {
    const { owner, cyn, artifact, offer } = await proposing();
    const proposal = await offer();
    await covers('muteParticipant', 200, owner, { participantId: cyn.id });
    await covers('createProposal', 403, cyn, { ...artifact, baseVersion: 1, append: 'x' });
    await covers('rebaseProposal', 403, cyn, { ...proposal, baseVersion: 1, append: 'x' });
    await covers('acceptProposal', 403, cyn, { ...proposal, baseVersion: 1 });
    await covers('rejectProposal', 403, cyn, proposal);
    await covers('withdrawProposal', 403, cyn, proposal);
    expect(await listed(cyn, artifact)).toMatchObject([{ ...proposal, revision: 1 }]);
  });

  promise('404 for a version that never was', async () => {
    const { cyn, artifact } = await proposing();
    for (const baseVersion of [2, 999_999_999_999_999]) {
      const { body } = await covers('createProposal', 404, cyn, { ...artifact, baseVersion, append: 'x' });
      expect(body.code).toBe('version_not_found');
    }
  });

  promise('409 if the change does not apply to its base version', async () => {
    const { cyn, artifact } = await proposing('one one');
    const wish = { ...artifact, baseVersion: 1, edits: [{ old: 'one', new: '1' }] };
    const { body } = await covers('createProposal', 409, cyn, wish);
    expect(body).toMatchObject({ code: 'edit_mismatch', index: 0, reason: 'ambiguous', matches: 2 });
  });
});

additions('listProposals', () => {
  promise('200 with the open ones, newest first, without their texts', async () => {
    const { guest, cyn, artifact, offer } = await proposing();
    const [first, second, third] = [await offer(), await offer(), await offer({ content: 'All new' })];
    await covers('rejectProposal', 200, guest, second);
    const open = await listed(guest, artifact);
    expect(open).toMatchObject([
      { ...third, via: 'write', state: 'open', authorId: cyn.id },
      { ...first, via: 'append', state: 'open', authorName: 'Cyn' },
    ]);
    for (const each of open) for (const field of ['content', 'append', 'diff']) expect(each).not.toHaveProperty(field);
    expect((await listed(guest, { ...artifact, state: 'all' })).map(({ state }) => state)).toEqual(['open', 'rejected', 'open']);
  });

  promise('200 with `limit` proposals, older than `before`', async () => {
    const { cyn, artifact, offer } = await proposing();
    const [first, second, third] = [await offer(), await offer(), await offer()];
    const page = await listed(cyn, { ...artifact, limit: 2 });
    expect(page).toMatchObject([third, second]);
    expect(await listed(cyn, { ...artifact, before: page[1]!.sequence, limit: 2 })).toMatchObject([first]);
  });

  promise.each([
    ['limit', 0],
    ['limit', 101],
    ['before', 0],
    ['state', 'accepted'],
  ])('400 with %s=%s', async (field, value) => {
    const { cyn, artifact } = await proposing();
    await covers('listProposals', 400, cyn, { ...artifact, [field]: value });
  });
});

additions('getProposal', () => {
  promise.each(changes)('200 with the change as its author sent it: %s', async (via, change) => {
    const { guest, offer } = await proposing(sectioned);
    const proposal = await offer(change);
    const { body } = await covers('getProposal', 200, guest, proposal);
    expect(body).toMatchObject({
      ...proposal,
      ...change,
      via,
      state: 'open',
      applies: 'clean',
      currentVersion: 1,
      diff: { from: 1, to: 2 },
    });
    for (const [, other] of changes) {
      const [field = ''] = Object.keys(other);
      if (!(field in change)) expect(body).not.toHaveProperty(field);
    }
  });

  promise('200 with whether it still applies, and what accepting it would change now', async () => {
    const { guest, offer, rewrite } = await proposing();
    const whole = await offer({ content: 'All new\n' });
    const edits = await offer({ edits: [{ old: 'two', new: '2' }] });
    const appended = await offer();
    await rewrite('one\n');
    for (const stale of [whole, edits]) {
      const { body } = await covers('getProposal', 200, guest, stale);
      expect(body).toMatchObject({ applies: 'conflict', diff: { from: 1, to: 2 } });
    }
    const { body } = await covers('getProposal', 200, guest, appended);
    expect(body).toMatchObject({ applies: 'clean', diff: { from: 2, to: 3, added: 1, removed: 0 } });
  });

  promise('200 merged with what has changed since its base, if that is at other lines', async () => {
    const { guest, offer, rewrite } = await proposing('one\ntwo\nthree\n');
    const proposal = await offer({ content: 'one\ntwo\ndrei\nvier\n' });
    await rewrite('zero\none\ntwo\nthree\n');
    const { body } = await covers('getProposal', 200, guest, proposal);
    expect(body).toMatchObject({ applies: 'merged', merged: 'zero\none\ntwo\ndrei\nvier\n' });
    expect(body.diff).toMatchObject({
      from: 2,
      to: 3,
      hunks: [{ lines: [' zero', ' one', ' two', '-three', '+drei', '+vier'] }],
    });
  });

  promise('200 with its change when it has ended, but not whether it applies', async () => {
    const { guest, cyn, offer } = await proposing();
    const proposal = await offer();
    await covers('rejectProposal', 200, guest, { ...proposal, note: 'Not now' });
    const { body } = await covers('getProposal', 200, cyn, proposal);
    expect(body).toMatchObject({ state: 'rejected', endedBy: guest.id, endNote: 'Not now', append: 'three\n' });
    expect(body).not.toHaveProperty('applies');
  });

  promise('404 for a proposal of another artifact', async () => {
    const { guest, artifact, offer } = await proposing();
    const { artifactId } = (await proposing()).artifact;
    const proposal = await offer();
    const { body } = await covers('createArtifact', 200, guest, { name: 'Other', type: 'markdown' });
    for (const elsewhere of [body.id, artifactId, randomUUID()]) {
      const there = { ...proposal, artifactId: elsewhere };
      await covers('getProposal', 404, guest, there);
      await covers('acceptProposal', 404, guest, { ...there, baseVersion: 1 });
      await covers('rejectProposal', 404, guest, there);
    }
    const missing = await covers('getProposal', 404, guest, { ...proposal, artifactId: body.id });
    expect(missing.body.code).toBe('proposal_not_found');
    expect(await listed(guest, artifact)).toMatchObject([proposal]);
  });
});

additions('rebaseProposal', () => {
  promise('200 with the next revision, on another version: those who decide are told again', async () => {
    const { owner, guest, cyn, offer, rewrite } = await proposing();
    const proposal = await offer({ append: 'x', note: 'First' });
    for (const decider of [owner, guest]) await claim(decider);
    await rewrite('one\n');
    const wish = { ...proposal, baseVersion: 2, content: 'One\n', note: 'Second' };
    const { body } = await covers('rebaseProposal', 200, cyn, wish);
    expect(body).toMatchObject({ ...proposal, state: 'open', revision: 2, baseVersion: 2, via: 'write', note: 'Second' });
    expect(body.diff).toMatchObject({ from: 2, to: 3, added: 1, removed: 1 });
    const read = (await covers('getProposal', 200, guest, proposal)).body;
    expect(read).toMatchObject({ content: 'One\n', applies: 'clean', revision: 2 });
    expect(read).not.toHaveProperty('append');
    for (const decider of [owner, guest]) {
      const { message } = (await covers('claimDelivery', 200, decider)).body;
      expect(message).toMatchObject({ proposalId: proposal.proposalId });
      expect(message.content).toContain('Second');
    }
    const { deliveries } = (await covers('listDeliveries', 200, cyn, { role: 'sender', state: 'all' })).body;
    expect(deliveries.map(({ outcome }) => outcome)).toEqual(['withdrawn', 'withdrawn', undefined, undefined]);
  });

  promise('400 with none or several changes; the proposal stays as it was', async () => {
    const { cyn, offer } = await proposing();
    const proposal = await offer();
    await covers('rebaseProposal', 400, cyn, { ...proposal, baseVersion: 1 });
    await covers('rebaseProposal', 400, cyn, { ...proposal, baseVersion: 1, append: 'a', content: 'b' });
    await covers('rebaseProposal', 400, cyn, { ...proposal, append: 'a' });
    expect((await covers('getProposal', 200, cyn, proposal)).body).toMatchObject({ revision: 1, append: 'three\n' });
  });

  promise('403 for everyone except its author', async () => {
    const { owner, guest, offer } = await proposing();
    const proposal = await offer();
    for (const other of [owner, guest]) {
      const { body } = await covers('rebaseProposal', 403, other, { ...proposal, baseVersion: 1, append: 'x' });
      expect(body.code).toBe('forbidden');
    }
  });

  promise('404 for a version that never was, 409 if the change does not apply to it', async () => {
    const { cyn, offer } = await proposing();
    const proposal = await offer();
    const never = await covers('rebaseProposal', 404, cyn, { ...proposal, baseVersion: 2, append: 'x' });
    expect(never.body.code).toBe('version_not_found');
    const wish = { ...proposal, baseVersion: 1, section: { heading: 'Risks', content: '' } };
    expect((await covers('rebaseProposal', 409, cyn, wish)).body).toMatchObject({ code: 'edit_mismatch', reason: 'not_found' });
    expect((await covers('getProposal', 200, cyn, proposal)).body).toMatchObject({ revision: 1, append: 'three\n' });
  });
});

additions('writeArtifact with `keep: "proposal"`', () => {
  const late = { content: 'Late\n', baseVersion: 1, keep: 'proposal' };

  promise('423 with a proposal that has the text, if another participant holds the lock', async () => {
    const { owner, cyn, artifact, read } = await proposing();
    await covers('lockArtifact', 200, owner, artifact);
    const { body } = await covers('writeArtifact', 423, cyn, { ...artifact, ...late, note: 'My work' });
    expect(body).toMatchObject({ code: 'locked', lockedBy: owner.id });
    const proposal = { ...artifact, proposalId: body.proposalId! };
    expect((await covers('getProposal', 200, owner, proposal)).body).toMatchObject({
      ...{ content: 'Late\n', baseVersion: 1, via: 'write', note: 'My work', authorId: cyn.id, state: 'open', applies: 'clean' },
    });
    expect(await read()).toMatchObject({ version: 1, content: 'one\ntwo\n' });
    const { message } = (await covers('claimDelivery', 200, owner)).body;
    expect(message).toMatchObject({ proposalId: body.proposalId, senderId: cyn.id });
    await covers('acceptProposal', 200, owner, { ...proposal, baseVersion: 1 });
    expect(await read()).toMatchObject({ version: 2, content: 'Late\n', updatedBy: cyn.id, lockedBy: owner.id });
  });

  promise.each(changes)('423 with a proposal if nobody holds the lock: %s', async (via, change) => {
    const { cyn, artifact } = await proposing(sectioned);
    const { body } = await covers('writeArtifact', 423, cyn, { ...artifact, ...change, baseVersion: 1, keep: 'proposal' });
    expect(body.code).toBe('not_locked');
    const proposal = { ...artifact, proposalId: body.proposalId! };
    expect((await covers('getProposal', 200, cyn, proposal)).body).toMatchObject({ ...change, via, applies: 'clean' });
  });

  promise('423 with a proposal for an edit that no longer fits, so that no text is lost', async () => {
    const { cyn, artifact, rewrite } = await proposing();
    await rewrite('Another text\n');
    const edits = { ...late, content: undefined, edits: [{ old: 'two', new: '2' }] };
    const { body } = await covers('writeArtifact', 423, cyn, { ...artifact, ...edits });
    const proposal = { ...artifact, proposalId: body.proposalId! };
    expect((await covers('getProposal', 200, cyn, proposal)).body).toMatchObject({ edits: edits.edits, applies: 'conflict' });
  });

  promise('423 with the same proposal for a retry with the same Idempotency-Key', async () => {
    const { cyn, artifact } = await proposing();
    const once = { headers: { 'idempotency-key': randomUUID() } };
    const write = () => covers('writeArtifact', 423, cyn, { ...artifact, ...late }, once);
    const answers = [await write(), await write(), ...(await Promise.all([1, 2, 3].map(write)))];
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true', 'true', 'true', 'true']);
    const ids = answers.map(({ body }) => body.proposalId);
    expect(new Set(ids).size).toBe(1);
    expect(await listed(cyn, artifact)).toMatchObject([{ proposalId: ids[0] }]);
  });

  promise('423 without a proposal if it is not asked for, in a dry run, and beyond 50 open ones', async () => {
    const { cyn, artifact, offer } = await proposing();
    for (const wish of [{ keep: undefined }, { dryRun: true }]) {
      const { body } = await covers('writeArtifact', 423, cyn, { ...artifact, ...late, ...wish });
      expect(body).not.toHaveProperty('proposalId');
    }
    expect(await listed(cyn, artifact)).toEqual([]);
    for (let count = 0; count < 50; count += 1) await offer({ append: `${count}` });
    const { body } = await covers('writeArtifact', 423, cyn, { ...artifact, ...late });
    expect(body).not.toHaveProperty('proposalId');
  });

  promise('200 without a proposal if the lock is yours, or free with `lock: "auto"`', async () => {
    const { cyn, artifact } = await proposing();
    await covers('writeArtifact', 200, cyn, { ...artifact, ...late, lock: 'auto' });
    await covers('lockArtifact', 200, cyn, artifact);
    await covers('writeArtifact', 200, cyn, { ...artifact, ...late, baseVersion: 2 });
    expect(await listed(cyn, { ...artifact, state: 'all' })).toEqual([]);
  });

  promise('409 without a proposal if the lock is yours, but not the version', async () => {
    const { cyn, artifact, rewrite } = await proposing();
    await rewrite('Another text\n');
    const { body } = await covers('writeArtifact', 409, cyn, { ...artifact, ...late, lock: 'auto' });
    expect(body.code).toBe('version_conflict');
    expect(await listed(cyn, artifact)).toEqual([]);
  });

  promise('400 without a base version, or with another word', async () => {
    const { cyn, artifact } = await proposing();
    await covers('writeArtifact', 400, cyn, { ...artifact, ...late, baseVersion: undefined });
    await covers('writeArtifact', 400, cyn, { ...artifact, ...late, keep: 'draft' });
    expect(await listed(cyn, artifact)).toEqual([]);
  });
});
