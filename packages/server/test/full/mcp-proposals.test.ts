import { answer, invite, join, openSpace, textsIn, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Served } from '../in-process.ts';
import { keyed, mcpClients, ok, said, valueIn, type Connected, type Fields } from '../mcp-clients.ts';

let server: Served;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

describe.each(mcpClients)('proposals over MCP with %s', (_, connect) => {
  /** The owner, Bob who created the artifact "Plan", and Eve, each with tools. */
  async function meeting(content = 'one\ntwo\n') {
    const owner = await openSpace(server);
    const invitation = await invite(server, owner);
    const bob = await join(server, invitation, 'Bob');
    const eve = await join(server, invitation, 'Eve');
    const { id: artifactId } = await answer(200, server, 'createArtifact', bob, { name: 'Plan', type: 'markdown', content });
    return { owner: await tools(owner), bob: await tools(bob), eve: await tools(eve), artifactId };
  }

  async function tools(member: Member) {
    const client = await connect(server.url, keyed(member));
    const plan = (args: Fields) => ({ spaceId: member.spaceId, artifactId: 'Plan', ...args });
    const caller: Connected = { ...client, call: (name, args = {}) => client.call(name, plan(args)) };
    return {
      member,
      ok: (name: string, args: Fields = {}) => ok(caller, name, args),
      says: (name: string, args: Fields = {}) => said(caller, name, args),
      async refused(name: string, args: Fields = {}) {
        const { isError, content, _meta } = await caller.call(name, args);
        expect(isError, content[0]!.text).toBe(true);
        return { text: content[0]!.text, body: _meta!['parley/refusal'] as Fields };
      },
    };
  }

  it('a model proposes, another reads, accepts and so answers, and the first learns it', async () => {
    const { bob, eve, artifactId } = await meeting();
    const edits = [{ old: 'two', new: 'three' }];
    const { proposalId } = await eve.ok('propose_edit', { baseVersion: 1, edits, note: 'Count on' });
    const claimed = await bob.says('claim_delivery');
    expect(textsIn(claimed)).toEqual(['I propose a change of "Plan": Count on']);
    expect(valueIn(claimed, 'proposalId')).toBe(proposalId);
    expect(claimed).toContain('get_proposal shows the change, and decide_proposal accepts or rejects it');
    const read = await bob.says('get_proposal', { proposalId });
    expect(textsIn(read)).toEqual(expect.arrayContaining(['Count on', 'two', 'three']));
    expect(textsIn(read).at(-1)).toMatch(/^@@ [^]*-two\n\+three$/);
    const [, baseVersion] = /diff:\n {2}from: (\d+)/.exec(read)!;
    const decided = await bob.says('decide_proposal', {
      proposalId,
      decision: 'accept',
      baseVersion: Number(baseVersion),
      revision: 1,
    });
    expect(decided).toMatch(/state: accepted[^]*version: 2/);
    // The decision has ended the delivery.
    expect(decided).not.toContain('Deliveries to you');
    expect(textsIn(await bob.says('get_artifact'))).toEqual(['one\nthree\n']);
    const told = await eve.says('claim_delivery');
    expect(textsIn(told)).toEqual(['I accepted your proposal for "Plan" (version 2)']);
    expect(told).toContain('get_proposal shows how it ended');
    const happened = await eve.says('wait_for_events', { after: 0, wait: 0 });
    expect(happened).toMatch(
      new RegExp(`- proposal: .*proposalId: ${String(proposalId)}, artifactId: ${artifactId}, .*state: accepted`),
    );
  });

  it('a rejection carries the note to the author', async () => {
    const { owner, eve } = await meeting();
    const { proposalId } = await eve.ok('propose_edit', { baseVersion: 1, append: 'three' });
    expect(await owner.ok('decide_proposal', { proposalId, decision: 'reject', note: 'Enough' })).toMatchObject({
      state: 'rejected',
    });
    expect(textsIn(await eve.says('claim_delivery'))).toEqual(['I rejected your proposal for "Plan": Enough']);
    const { text, body } = await owner.refused('decide_proposal', { proposalId, decision: 'accept', baseVersion: 1 });
    expect(body).toMatchObject({ code: 'proposal_ended', status: 409 });
    expect(text).toContain('Nothing is left to decide');
    const again = await eve.refused('rebase_proposal', { proposalId, baseVersion: 1, append: 'four' });
    expect(again.text).toContain('propose_edit makes a new one');
  });

  it('a proposal that no longer applies is refused with the difference, and can be accepted with a text of its own', async () => {
    const { bob, eve } = await meeting();
    const { proposalId } = await eve.ok('propose_edit', { baseVersion: 1, edits: [{ old: 'two', new: '2' }] });
    await bob.ok('edit_artifact', { content: 'one\nzwei\n', baseVersion: 1 });
    const accept = { proposalId, decision: 'accept' };
    const conflict = await bob.refused('decide_proposal', { ...accept, baseVersion: 1 });
    expect(conflict.body).toMatchObject({ code: 'version_conflict', currentVersion: 2 });
    expect(conflict.text).toContain('decide again with `baseVersion` = currentVersion');
    const stale = await bob.refused('decide_proposal', { ...accept, baseVersion: 2 });
    expect(stale.body).toMatchObject({ code: 'proposal_stale', status: 409, currentVersion: 2 });
    expect(textsIn(stale.text)).toEqual(['@@ -1,2 +1,2 @@\n one\n-two\n+zwei']);
    expect(stale.text).toContain('Accept it with `content`');
    expect(await bob.says('get_proposal', { proposalId })).toContain('applies: conflict');
    expect(await bob.ok('decide_proposal', { ...accept, baseVersion: 2, content: 'one\n2\n' })).toMatchObject({
      ...{ state: 'accepted_with_changes', version: 3 },
    });
  });

  it('one that its author has changed since is refused, and names where to read it', async () => {
    const { bob, eve } = await meeting();
    const { proposalId } = await eve.ok('propose_edit', { baseVersion: 1, append: 'three' });
    expect(await eve.ok('rebase_proposal', { proposalId, baseVersion: 1, append: '3' })).toMatchObject({ revision: 2 });
    const decide = { proposalId, decision: 'accept', baseVersion: 1 };
    const { text, body } = await bob.refused('decide_proposal', { ...decide, revision: 1 });
    expect(body).toMatchObject({ code: 'proposal_stale' });
    expect(text).toContain('get_proposal shows the newest revision');
    await bob.ok('decide_proposal', { ...decide, revision: 2 });
    expect(textsIn(await eve.says('get_artifact'))).toEqual(['one\ntwo\n3']);
  });

  it('only those who decide can, and only fields of the decision are taken', async () => {
    const { owner, bob, eve } = await meeting();
    const { proposalId } = await eve.ok('propose_edit', { baseVersion: 1, append: 'three' });
    const accept = { proposalId, decision: 'accept', baseVersion: 1 };
    expect((await eve.refused('decide_proposal', accept)).body).toMatchObject({ code: 'forbidden', status: 403 });
    await owner.ok('lock_artifact');
    const held = await bob.refused('decide_proposal', accept);
    expect(held.body).toMatchObject({ code: 'locked', status: 423 });
    expect(held.text).toContain('Until then only the holder of the lock can accept');
    for (const args of [{ decision: 'accept' }, { decision: 'keep' }, { ...accept, note: 'Thanks' }, {}])
      expect((await bob.refused('decide_proposal', { proposalId, ...args })).body).toMatchObject({ status: 400 });
    expect((await bob.refused('decide_proposal', { ...accept, artifactId: 'Plam' })).body).toMatchObject({
      code: 'artifact_not_found',
    });
    expect(await bob.ok('list_proposals')).toMatchObject({ proposals: [{ proposalId, state: 'open', authorName: 'Eve' }] });
    expect(await eve.ok('withdraw_proposal', { proposalId })).toMatchObject({ state: 'withdrawn' });
  });

  it('a change of an artifact that somebody else holds is kept with orPropose, and else refused with what is possible', async () => {
    const { owner, bob, eve } = await meeting();
    await owner.ok('lock_artifact');
    const edit = { baseVersion: 1, edits: [{ old: 'two', new: 'three' }] };
    const plain = await eve.refused('edit_artifact', edit);
    expect(plain.body).toMatchObject({ code: 'locked' });
    expect(plain.body).not.toHaveProperty('proposalId');
    expect(plain.text).toMatch(/propose_edit needs no lock; edit_artifact with `orPropose`/);
    const kept = await eve.refused('edit_artifact', { ...edit, orPropose: true, idempotencyKey: 'k' });
    expect(kept.body).toMatchObject({ code: 'locked', status: 423, proposalId: expect.any(String) as string });
    expect(kept.text).toContain('Nothing is lost, so do not send it again');
    // A retry does not propose a second time.
    const retried = await eve.refused('edit_artifact', { ...edit, orPropose: true, idempotencyKey: 'k' });
    expect(retried.body['proposalId']).toBe(kept.body['proposalId']);
    expect(await bob.ok('list_proposals')).toMatchObject({ proposals: [{ proposalId: kept.body['proposalId'] }] });
    await owner.ok('decide_proposal', { proposalId: valueIn(kept.text, 'proposalId'), decision: 'accept', baseVersion: 1 });
    expect(textsIn(await bob.says('get_artifact'))).toEqual(['one\nthree\n']);
    await owner.ok('unlock_artifact');
    // Where nobody holds the lock, it is an edit like any other.
    expect(await eve.ok('edit_artifact', { append: 'four', baseVersion: 2, orPropose: true })).toMatchObject({ version: 3 });
  });

  it('a text that write_artifact sends after its lock was lost is kept, if it says on what it is based', async () => {
    const { owner, bob, eve } = await meeting();
    await eve.ok('lock_artifact');
    await owner.ok('unlock_artifact');
    const { text, body } = await eve.refused('write_artifact', { content: 'A long text', baseVersion: 1 });
    expect(body).toMatchObject({ code: 'not_locked', status: 423 });
    expect(text).toContain('Nothing is lost');
    const proposalId = valueIn(text, 'proposalId');
    expect(textsIn(await bob.says('get_proposal', { proposalId }))[0]).toBe('A long text');
    expect((await eve.refused('write_artifact', { content: 'Another' })).body).not.toHaveProperty('proposalId');
    // A trial stores nothing.
    expect((await eve.refused('write_artifact', { content: 'Another', baseVersion: 1, dryRun: true })).body).not.toHaveProperty(
      'proposalId',
    );
    expect((await bob.ok('list_proposals'))['proposals']).toHaveLength(1);
  });
});
