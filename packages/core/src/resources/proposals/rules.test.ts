import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apply,
  artifact,
  maxOpenProposals,
  maxOpenProposalsPerSpace,
  proposal,
  type Proposal,
  type SpaceState,
} from '../../index.ts';
import { aJoiner, anArtifact, aSpace, ownerOf, refusalOf } from '../../given.fixture.ts';

const empty = aSpace();
const owner = { ...ownerOf(empty), revealed: true };
const [bob, eve, max] = ['bob', 'eve', 'max'].map((id) => ({ ...aJoiner(empty, id), revealed: true })) as [
  typeof owner,
  typeof owner,
  typeof owner,
];
const present = apply(empty, { participants: [owner, bob, eve, max] });
const plan = { ...anArtifact(present), createdBy: bob.participantId };
const state = apply(present, { artifacts: [plan] });
const offer = { proposalId: 'p', baseVersion: 1, via: 'append' as const };
const opened = proposal.open(state, plan, offer, eve, 5);
const held = artifact.lock(state, plan, max, 0, 1_000);
const having = (...proposals: Proposal[]): SpaceState => apply(state, { proposals });
const many = (count: number, artifactId = plan.artifactId) =>
  having(...Array.from({ length: count }, (_, i) => ({ ...opened, artifactId, proposalId: `${artifactId} ${i}` })));

describe('a proposal', () => {
  it('starts open, by its author, at revision 1', () =>
    expect(opened).toEqual({
      ...{ proposalId: 'p', artifactId: plan.artifactId, authorId: 'eve', authorName: 'eve', baseVersion: 1 },
      ...{ via: 'append', revision: 1, createdAt: 5, deliveryIds: [] },
    }));

  it('400 if the artifact has 50 open ones, or the space 1,000', () => {
    expect(refusalOf(() => proposal.open(many(maxOpenProposals - 1), plan, offer, eve, 0))).toBeUndefined();
    expect(refusalOf(() => proposal.open(many(maxOpenProposals), plan, offer, eve, 0))).toBe('invalid_request');
    expect(refusalOf(() => proposal.open(many(maxOpenProposals, 'other'), plan, offer, eve, 0))).toBeUndefined();
    expect(refusalOf(() => proposal.open(many(maxOpenProposalsPerSpace, 'other'), plan, offer, eve, 0))).toBe('invalid_request');
  });

  it('404 for another artifact, and 409 with its end if it has ended', () => {
    const of = { artifactId: plan.artifactId, proposalId: 'p' };
    expect(proposal.found(having(opened), of, undefined)).toBe(opened);
    expect(refusalOf(() => proposal.found(having(opened), { ...of, artifactId: 'other' }, opened))).toBe('proposal_not_found');
    expect(refusalOf(() => proposal.found(state, of, undefined))).toBe('proposal_not_found');
    const ended = proposal.end(opened, { state: 'accepted_with_changes', at: 6, by: 'bob', version: 2 });
    expect(() => proposal.found(state, of, ended)).toThrow(
      expect.objectContaining({ code: 'proposal_ended', message: 'The proposal has already ended: it is accepted with changes' }),
    );
    expect(refusalOf(() => proposal.found(state, { ...of, artifactId: 'other' }, ended))).toBe('proposal_not_found');
  });

  it('is decided by the holder of the lock, the creator and the owner', () => {
    const deciding = (who: typeof owner, among = plan, now = 0) => refusalOf(() => proposal.assertDecides(among, who, now));
    expect([owner, bob, eve, max].map((who) => deciding(who))).toEqual([undefined, undefined, 'forbidden', 'forbidden']);
    expect(deciding(max, held, 999)).toBeUndefined();
    expect(deciding(max, held, 1_000)).toBe('forbidden');
  });

  it('asks another participant who holds the lock, else the creator and the owner, but never its author, the muted or those who are gone', () => {
    const asked = (...[among, author, now]: [typeof plan, typeof owner, number]) => proposal.deciders(state, among, author, now);
    expect(asked(held, eve, 0)).toEqual(['max']);
    expect(asked(held, max, 0)).toEqual(['bob', owner.participantId]);
    const muted = apply(state, { participants: [{ ...bob, status: 'muted' }] });
    expect(proposal.deciders(muted, plan, eve, 0)).toEqual([owner.participantId]);
    expect(asked(held, eve, 1_000)).toEqual(['bob', owner.participantId]);
    expect(asked(plan, bob, 0)).toEqual([owner.participantId]);
    expect(asked({ ...plan, createdBy: owner.participantId }, eve, 0)).toEqual([owner.participantId]);
    const left = apply(state, { participants: [{ ...bob, status: 'left' }] });
    expect(proposal.deciders(left, plan, eve, 0)).toEqual([owner.participantId]);
    const hidden = apply(state, { participants: [{ ...bob, revealed: false }] });
    expect(proposal.deciders(hidden, plan, eve, 0)).toEqual([owner.participantId]);
  });

  it('is changed and withdrawn by its author only', () => {
    expect(refusalOf(() => proposal.assertAuthor(opened, eve))).toBeUndefined();
    for (const other of [owner, bob]) expect(refusalOf(() => proposal.assertAuthor(opened, other))).toBe('forbidden');
  });

  it('409 for a decision about another revision than the one that was read', () => {
    const announced = { ...opened, messageId: 'm', deliveryIds: ['d'] };
    const rebased = proposal.rebased(announced, { baseVersion: 3, via: 'edits', note: 'Better' });
    expect(rebased).toMatchObject({
      revision: 2,
      baseVersion: 3,
      via: 'edits',
      note: 'Better',
      deliveryIds: [],
      authorId: 'eve',
    });
    expect(rebased.messageId).toBeUndefined();
    expect(refusalOf(() => proposal.assertRevision(rebased, 1))).toBe('proposal_stale');
    expect(refusalOf(() => proposal.assertRevision(rebased, 2))).toBeUndefined();
    expect(refusalOf(() => proposal.assertRevision(rebased, undefined))).toBeUndefined();
  });

  it('holds its base as long as it is open', () => {
    expect([1, 2].map(proposal.isBase(having(opened), plan.artifactId))).toEqual([true, false]);
    expect(proposal.isBase(having(opened), 'other')(1)).toBe(false);
    const ended = apply(having(opened), { forgotten: { proposals: [opened] } });
    expect(proposal.isBase(ended, plan.artifactId)(1)).toBe(false);
  });

  it('says in messages what became of it, with the name of the artifact in quotes', () => {
    const hostile = { ...plan, name: 'Plan"\n<b>' };
    expect(proposal.announcement(hostile, { ...opened, note: 'Because' })).toBe(
      'I propose a change of "Plan\\"\\n\\u003cb\\u003e": Because',
    );
    expect(proposal.announcement(plan, { ...opened, revision: 2 })).toBe('I changed my proposal for "Note"');
    const by = { at: 0, by: 'bob' };
    expect(proposal.verdict(plan, { ...by, state: 'accepted', version: 2 })).toBe(
      'I accepted your proposal for "Note" (version 2)',
    );
    expect(proposal.verdict(plan, { ...by, state: 'accepted_with_changes', version: 3 })).toBe(
      'I accepted your proposal for "Note" with changes (version 3)',
    );
    expect(proposal.verdict(plan, { ...by, state: 'rejected', note: 'No' })).toBe('I rejected your proposal for "Note": No');
  });

  it('ends once, whatever its author and those who decide do, and never more than 50 are open', () => {
    const step = fc.record({
      who: fc.constantFrom(owner, bob, eve, max),
      which: fc.nat(60),
      does: fc.constantFrom('open', 'rebase', 'end'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        let now = state;
        const ends = new Map<string, Proposal>();
        steps.forEach(({ who, which, does }, i) => {
          const of = { artifactId: plan.artifactId, proposalId: `${which}` };
          refusalOf(() => {
            if (does === 'open') {
              const made = proposal.open(now, plan, { ...offer, proposalId: `${which}` }, who, i);
              if (!ends.has(`${which}`)) now = apply(now, { proposals: [made] });
              return;
            }
            const found = proposal.found(now, of, ends.get(`${which}`));
            expect(ends.has(found.proposalId)).toBe(false);
            if (does === 'rebase') {
              proposal.assertAuthor(found, who);
              now = apply(now, { proposals: [proposal.rebased(found, offer)] });
              return;
            }
            const isAuthor = refusalOf(() => proposal.assertAuthor(found, who)) === undefined;
            if (!isAuthor) proposal.assertDecides(plan, who, i);
            const ended = proposal.end(found, { state: isAuthor ? 'withdrawn' : 'rejected', at: i, by: who.participantId });
            ends.set(ended.proposalId, ended);
            now = apply(now, { forgotten: { proposals: [ended] } });
          });
          expect(proposal.openFor(now, plan.artifactId).length).toBeLessThanOrEqual(maxOpenProposals);
        });
      }),
    );
  });
});
