import { describe, expect, test } from 'vitest';
import { diff, id, path, plan, refused, view as artifactView } from '../../../../test/scripted-artifact.ts';
import { json, refusal } from '../../../../test/scripted-fetch.ts';
import {
  ConflictError,
  Proposal,
  ProposalEndedError,
  ProposalStaleError,
  type Change,
  type ProposalWithChange,
} from '../../../index.ts';

const proposalId = '5b1d4a1e-7a57-4c8f-9d7f-000000000002';
const open = { proposalId, artifactId: id, state: 'open', baseVersion: 1, revision: 1, via: 'append' } as ProposalWithChange;
const read = { ...open, append: 'two', applies: 'clean', diff };
const accepted = { ...open, state: 'accepted', version: 2 };
const one = `${path}/proposals/${proposalId}`;

describe('a proposal', () => {
  const changes: Change[] = [
    { content: 'all' },
    { edits: [{ old: 'one', new: 'two' }] },
    { append: 'two' },
    { section: { heading: 'Plan > Risks', content: 'None\n', mode: 'append' } },
  ];
  test.each(changes)('is any change, based on the version that was read: %j', async (change) => {
    const { artifact, sent } = plan(json({ ...open, to: [], diff }));
    const proposal = await artifact.propose(change, { note: 'why' });
    expect(proposal).toBeInstanceOf(Proposal);
    expect([proposal.id, proposal.state, proposal.view.diff]).toEqual([proposalId, 'open', diff]);
    expect(proposal.artifact).toBe(artifact);
    expect(await sent()).toEqual([
      {
        call: `POST ${path}/proposals`,
        body: { ...change, baseVersion: 1, note: 'why' },
        idempotencyKey: expect.any(String) as string,
      },
    ]);
  });

  test('is based on another version if that is given', async () => {
    const { artifact, sent } = plan(json({ ...open, to: [] }));
    await artifact.propose({ append: 'two' }, { baseVersion: 9 });
    expect((await sent())[0]!.body).toEqual({ append: 'two', baseVersion: 9 });
  });

  test.each([{}, { append: 'a', content: 'b' }])('is exactly one change, also after a rebase: %j', async (change) => {
    const { artifact, requests } = plan(json(read));
    const proposal = await artifact.proposal(proposalId);
    expect(await refused(artifact.propose(change as Change))).toBeInstanceOf(TypeError);
    expect(await refused(proposal.rebase(change as Change))).toBeInstanceOf(TypeError);
    expect(requests).toHaveLength(1);
  });

  test('is listed, with its place for the next page', async () => {
    const { artifact, sent } = plan(json({ proposals: [{ ...open, sequence: 7 }] }));
    const [proposal] = await artifact.proposals();
    expect(proposal).toMatchObject({ id: proposalId, view: { sequence: 7 } });
    await artifact.proposals({ state: 'all', before: 7, limit: 2 });
    expect((await sent()).map(({ call }) => call)).toEqual([
      `GET ${path}/proposals`,
      `GET ${path}/proposals?state=all&before=7&limit=2`,
    ]);
  });

  test('is rejected, withdrawn and rebased, and shows its new state', async () => {
    const { artifact, sent } = plan(
      json(read),
      json({ ...open, revision: 2, to: [], diff }),
      json({ ...open, state: 'rejected' }),
      json({ ...open, state: 'withdrawn' }),
    );
    const proposal = await artifact.proposal(proposalId);
    await proposal.rebase({ append: '2' }, { note: 'digits' });
    expect(proposal.view).toMatchObject({ revision: 2, diff });
    await proposal.reject({ note: 'Enough' });
    expect(proposal.state).toBe('rejected');
    await proposal.withdraw();
    expect(proposal.state).toBe('withdrawn');
    expect((await sent()).map(({ call, body }) => [call, body])).toEqual([
      [`GET ${one}`, undefined],
      [`POST ${one}/rebase`, { append: '2', baseVersion: 1, note: 'digits' }],
      [`POST ${one}/reject`, { note: 'Enough' }],
      [`POST ${one}/withdraw`, undefined],
    ]);
  });
});

describe('accepting a proposal', () => {
  test('accepts the revision that was read, and no later one', async () => {
    const { artifact, sent } = plan(json(read), json({ ...read, revision: 3 }), json(accepted));
    const proposal = await artifact.proposal(proposalId);
    await proposal.read();
    expect(await proposal.accept()).toEqual(accepted);
    expect(proposal.view).toEqual(accepted);
    expect((await sent()).map(({ call, body }) => [call, body])).toEqual([
      [`GET ${one}`, undefined],
      [`GET ${one}`, undefined],
      [`POST ${one}/accept`, { baseVersion: 1, revision: 3 }],
    ]);
  });

  test.each([
    ['that the proposal was compared with', { ...read, diff: { ...diff, from: 4 } }, undefined, 4],
    [
      'that the artifact was read at, if the proposal does not apply',
      { ...read, applies: 'conflict', diff: { ...diff, from: 4 } },
      undefined,
      1,
    ],
    ['that the artifact was read at, if the change was not read', open, undefined, 1],
    ['that is given', { ...read, diff: { ...diff, from: 4 } }, 2, 2],
  ])('is based on the version %s', async (_, view, baseVersion, expected) => {
    const { artifact, sent } = plan(json(view), json(accepted));
    const proposal = await artifact.proposal(proposalId);
    await proposal.accept({ baseVersion });
    expect((await sent())[1]!.body).toEqual({ baseVersion: expected, revision: 1 });
  });

  test('is based on the newer of both versions that were read', async () => {
    const { artifact, sent } = plan(json(read), json({ ...artifactView, version: 5 }), json(accepted));
    const proposal = await artifact.proposal(proposalId);
    await artifact.refresh();
    await proposal.accept();
    expect((await sent())[2]!.body).toMatchObject({ baseVersion: 5 });
  });

  test('with a content is based on the version of the artifact whose text was read, because a difference does not show all', async () => {
    const { artifact, sent } = plan(json({ ...read, diff: { ...diff, from: 4 } }), json(accepted));
    await (await artifact.proposal(proposalId)).accept({ content: 'ours' });
    expect((await sent())[1]!.body).toEqual({ baseVersion: 1, revision: 1, content: 'ours' });
  });

  test('with some of its hunks is based on the version that the difference was read for', async () => {
    const { artifact, sent } = plan(json(read), json({ ...artifactView, version: 5 }), json(accepted));
    const proposal = await artifact.proposal(proposalId);
    await artifact.refresh();
    await proposal.accept({ hunks: [0] });
    expect((await sent())[2]!.body).toEqual({ baseVersion: 1, revision: 1, hunks: [0] });
  });

  test('409 proposal_stale says what has changed since, if the text has', async () => {
    const { artifact } = plan(
      json(read),
      refusal(409, 'proposal_stale', { currentVersion: 2, diff }),
      refusal(409, 'proposal_stale'),
    );
    const proposal = await artifact.proposal(proposalId);
    const error = await refused(proposal.accept());
    expect(error).toBeInstanceOf(ProposalStaleError);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ name: 'ProposalStaleError', currentVersion: 2, diff });
    expect(await refused(proposal.accept())).toMatchObject({ currentVersion: undefined, diff: undefined });
    expect(proposal.view).toEqual(read);
  });

  test('409 proposal_ended has a class of its own', async () => {
    const { artifact } = plan(json(read), refusal(409, 'proposal_ended'));
    const error = await refused((await artifact.proposal(proposalId)).accept());
    expect(error).toBeInstanceOf(ProposalEndedError);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ name: 'ProposalEndedError', code: 'proposal_ended', requestId: 'r1' });
  });
});
