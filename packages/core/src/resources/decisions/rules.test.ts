import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apply,
  decision,
  decisionChanged,
  decisionStateOf,
  maxDecisions,
  maxOpenDecisions,
  participant,
  tallyOf,
  type Decision,
  type DecisionRule,
  type Participant,
  type SpaceState,
} from '../../index.ts';
import { aJoiner, aSpace, ownerOf, refusalOf } from '../../given.fixture.ts';

const empty = aSpace();
const owner = ownerOf(empty);
const joined = (id: string, speaker: 'human' | 'agent' | 'guest'): Participant => ({
  ...aJoiner(empty, id),
  speaker,
  revealed: true,
  // A claim, which makes nobody a human.
  isHuman: true,
});
const [ada, bob, eve] = [joined('ada', 'human'), joined('bob', 'agent'), joined('eve', 'guest')] as const;
const people = [owner, ada, bob, eve];
const present = apply(empty, { participants: people });
const asked = (choice: decision.VoterChoice, authorId?: string, state = present) => decision.electorate(state, choice, authorId);
const idsOf = (choice: decision.VoterChoice, authorId?: string): string[] =>
  asked(choice, authorId).map(({ participantId }) => participantId);

type Wish = Partial<Parameters<typeof decision.open>[1]>;
const wished = (wish: Wish = {}) => ({
  decisionId: 'd',
  title: 'Ship it?',
  total: 0,
  voters: asked('all'),
  rule: 'first' as DecisionRule,
  isSecret: false,
  fallback: undefined,
  ...wish,
});
const opened = (wish: Wish = {}, by = ada): Decision => decision.open(present, wished(wish), by, 5);
const answered = (before: Decision, voterId: string, option: string, now = 10, state = present): Decision =>
  decision.answer(state, before, { voterId, option }, now);
const afterAll = (before: Decision, ...answers: readonly (readonly [string, string])[]): Decision =>
  answers.reduce((each, [voterId, option], i) => (each.end ? each : answered(each, voterId, option, 10 + i)), before);
const endOf = ({ end }: Decision) => end && [end.state, end.outcome];
const gone = (...ids: string[]): SpaceState =>
  apply(present, {
    participants: people.filter(({ participantId }) => ids.includes(participantId)).map((each) => participant.leave(each, 1)),
  });

describe('the electorate', () => {
  it('humans are those whom the service has verified: a claim makes no agent one', () => {
    expect(idsOf('humans')).toEqual([owner.participantId, 'ada']);
    expect(idsOf('owner')).toEqual([owner.participantId]);
    expect(idsOf('all')).toEqual([owner.participantId, 'ada', 'bob', 'eve']);
    expect(asked('humans')[1]).toEqual({ participantId: 'ada', name: 'ada', speaker: 'human' });
  });

  it('names and ids mean the same, and one that means nobody or several is refused', () => {
    expect(idsOf(['ada', '@bob', owner.participantId])).toEqual(['ada', 'bob', owner.participantId]);
    expect(idsOf(['ada', '@ada'])).toEqual(['ada']);
    expect(refusalOf(() => asked(['nobody']))).toBe('invalid_request');
    const olgas = apply(present, { participants: [joined('olga', 'guest'), { ...joined('other', 'guest'), name: 'olga' }] });
    expect(asked(['olga'], undefined, olgas)).toMatchObject([{ participantId: 'olga' }]);
    expect(asked(['olga (2)'], undefined, olgas)).toMatchObject([{ participantId: 'other', name: 'olga (2)' }]);
    expect(refusalOf(() => asked(['ada'], undefined, gone('ada')))).toBe('invalid_request');
  });

  it('the author of the version does not vote, and 409 if nobody is left', () => {
    expect(idsOf('all', 'bob')).toEqual([owner.participantId, 'ada', 'eve']);
    expect(refusalOf(() => asked('owner', owner.participantId))).toBe('no_voters');
    const agents = apply(empty, { participants: [{ ...owner, speaker: 'agent' }, bob, eve] });
    expect(refusalOf(() => asked('humans', undefined, agents))).toBe('no_voters');
  });
});

describe('opening', () => {
  it('options have ids of their labels, or of their places, and never the same twice', () => {
    const ids = (labels: string[]) => opened({ options: labels.map((label) => ({ label })) }).options.map(({ id }) => id);
    expect(ids(['Ship it now!', 'Später', '明日'])).toEqual(['ship-it-now', 'spater', 'option-3']);
    expect(refusalOf(() => ids(['Yes', 'yes']))).toBe('invalid_request');
    expect(opened().options.map(({ id }) => id)).toEqual(['approve', 'reject']);
  });

  it('a fallback is the owner’s, is an option, and needs an end', () => {
    const wish = { fallback: 'approve', expiresInSeconds: 60 };
    expect(refusalOf(() => opened(wish))).toBe('forbidden');
    expect(opened(wish, owner)).toMatchObject({ fallback: 'approve', expiresAt: 60_005 });
    expect(refusalOf(() => opened({ ...wish, fallback: 'maybe' }, owner))).toBe('invalid_request');
    expect(refusalOf(() => opened({ fallback: 'approve' }, owner))).toBe('invalid_request');
  });

  it('no-objection needs an end and the default options', () => {
    const options = [{ label: 'A' }, { label: 'B' }];
    expect(refusalOf(() => opened({ rule: 'no-objection' }))).toBe('invalid_request');
    expect(refusalOf(() => opened({ rule: 'no-objection', expiresInSeconds: 60, options }))).toBe('invalid_request');
    expect(refusalOf(() => opened({ rule: 'no-objection', expiresInSeconds: 60 }))).toBeUndefined();
  });

  it('400 if 100 are open, 409 if there are 1,000 in all', () => {
    const many = (count: number) =>
      apply(present, { decisions: Array.from({ length: count }, (_, i) => ({ ...opened(), decisionId: `${i}` })) });
    const open = (count: number) => refusalOf(() => decision.open(many(count), wished(), ada, 5));
    expect([open(maxOpenDecisions - 1), open(maxOpenDecisions)]).toEqual([undefined, 'invalid_request']);
    expect([opened({ total: maxDecisions - 1 })]).toHaveLength(1);
    expect(refusalOf(() => opened({ total: maxDecisions }))).toBe('limit_reached');
  });
});

describe('answering', () => {
  it('403 tells who can answer, and the author of the version that it is their own work', () => {
    const pinned = { artifactId: 'a', name: 'Plan', version: 7, sha256: 'x', authorId: 'bob' };
    const asks = opened({ voters: asked(['ada']), artifact: pinned });
    expect(() => decision.assertVoter(asks, 'eve')).toThrow(
      expect.objectContaining({ code: 'not_a_voter', message: 'Only those who were asked can answer: "ada"' }),
    );
    const many = Array.from({ length: 12 }, (_, i) => ({ ...asks.voters[0]!, participantId: `${i}`, name: `v${i}` }));
    expect(() => decision.assertVoter({ ...asks, voters: many, expiresAt: 60_000 }, 'eve')).toThrow(
      /^Only those who were asked can answer until 1970-01-01T00:01:00.000Z: "v0", .*"v9", others$/,
    );
    expect(refusalOf(() => decision.assertVoter(asks, 'bob'))).toBe('own_work');
    expect(refusalOf(() => answered(asks, 'eve', 'approve'))).toBe('not_a_voter');
  });

  it('takes the id or the label of an option, and nothing else', () => {
    expect(endOf(answered(opened(), 'bob', 'APPROVE'))).toEqual(['decided', 'approve']);
    expect(refusalOf(() => answered(opened(), 'bob', 'maybe'))).toBe('invalid_request');
  });

  it('404 if it is unknown, and 409 with the outcome if it has ended', () => {
    const ended = answered(opened(), 'bob', 'reject');
    expect(refusalOf(() => decision.found(present, 'd', undefined, 20))).toBe('decision_not_found');
    expect(() => decision.found(present, 'd', ended, 20)).toThrow(
      expect.objectContaining({ code: 'decision_ended', details: { outcome: 'reject' } }),
    );
    expect(refusalOf(() => decision.found(present, 'd', decision.withdraw(opened(), ada, 9), 20))).toBe('decision_ended');
    const late = apply(present, { decisions: [opened({ expiresInSeconds: 60 })] });
    expect(refusalOf(() => decision.found(late, 'd', undefined, 60_004))).toBeUndefined();
    expect(refusalOf(() => decision.found(late, 'd', undefined, 60_005))).toBe('decision_ended');
  });
});

describe('the rules', () => {
  const yes = 'approve';
  const no = 'reject';
  const o = owner.participantId;
  const table: [DecisionRule, (readonly [string, string])[], unknown][] = [
    ['first', [['bob', no]], ['decided', no]],
    [
      'majority',
      [
        [o, yes],
        ['ada', yes],
      ],
      undefined,
    ],
    [
      'majority',
      [
        [o, yes],
        ['ada', yes],
        ['bob', yes],
      ],
      ['decided', yes],
    ],
    [
      'majority',
      [
        [o, yes],
        ['ada', yes],
        ['bob', no],
        ['eve', no],
      ],
      ['lapsed', undefined],
    ],
    [
      'majority',
      [
        [o, yes],
        ['ada', yes],
        ['bob', no],
        ['bob', yes],
      ],
      ['decided', yes],
    ],
    [
      'all',
      [
        [o, yes],
        ['ada', yes],
        ['bob', yes],
      ],
      undefined,
    ],
    [
      'all',
      [
        [o, yes],
        ['ada', yes],
        ['bob', yes],
        ['eve', yes],
      ],
      ['decided', yes],
    ],
    [
      'all',
      [
        [o, yes],
        ['ada', yes],
        ['bob', yes],
        ['eve', no],
      ],
      ['lapsed', undefined],
    ],
    [
      'all',
      [
        [o, no],
        ['ada', yes],
        [o, yes],
        ['bob', yes],
        ['eve', yes],
      ],
      ['decided', yes],
    ],
  ];
  it.each(table)('%s: %j', (rule, answers, end) => {
    expect(endOf(afterAll(opened({ rule }), ...answers))).toEqual(end);
  });

  it('no-objection: a reject ends it at once, and at the end of its time one approve is needed', () => {
    const quiet = opened({ rule: 'no-objection', expiresInSeconds: 60 });
    expect(endOf(answered(quiet, 'bob', 'reject'))).toEqual(['decided', 'reject']);
    const consents = afterAll(quiet, [o, yes], ['ada', yes], ['bob', yes], ['eve', yes]);
    expect(endOf(consents)).toBeUndefined();
    expect(endOf(decision.at(consents, 60_005))).toEqual(['decided', 'approve']);
    expect(endOf(decision.at(quiet, 60_005))).toEqual(['lapsed', undefined]);
  });

  it('at the end of its time the fallback decides, and without one it lapses', () => {
    const timed = { rule: 'majority' as const, expiresInSeconds: 60 };
    expect(endOf(decision.at(opened(timed), 60_005))).toEqual(['lapsed', undefined]);
    const fallsBack = opened({ ...timed, fallback: 'reject' }, owner);
    expect(endOf(decision.at(fallsBack, 60_005))).toEqual(['decided', 'reject']);
    const tie = afterAll(fallsBack, [o, yes], ['ada', yes], ['bob', no], ['eve', no]);
    expect(endOf(tie)).toBeUndefined();
    expect(decision.at(tie, 60_005).end).toEqual({ state: 'decided', outcome: 'reject', at: 60_005 });
  });

  it('closing applies the rule to the answers that are there', () => {
    const closed = (rule: DecisionRule, ...answers: (readonly [string, string])[]) =>
      endOf(
        decision.close(
          afterAll(opened({ rule, ...(rule === 'no-objection' && { expiresInSeconds: 60 }) }), ...answers),
          owner,
          undefined,
          50,
        ),
      );
    expect(closed('majority', [o, yes], ['ada', yes], ['bob', no])).toEqual(['decided', yes]);
    expect(closed('majority', [o, yes], ['ada', no])).toEqual(['lapsed', undefined]);
    expect(closed('all', [o, yes], ['ada', yes])).toEqual(['decided', yes]);
    expect(closed('all', [o, yes], ['ada', no])).toEqual(['lapsed', undefined]);
    expect(closed('no-objection', [o, yes])).toEqual(['decided', yes]);
    for (const rule of ['first', 'all', 'majority', 'no-objection'] as const) expect(closed(rule)).toEqual(['lapsed', undefined]);
  });

  it('who leaves stays in the denominator, and what nobody can answer any more lapses', () => {
    const half = afterAll(opened({ rule: 'majority' }), [o, yes], ['ada', yes]);
    expect(endOf(decision.withDepartures(gone('eve'), half, 20))).toBeUndefined();
    expect(endOf(decision.withDepartures(gone('bob', 'eve'), half, 20))).toEqual(['lapsed', undefined]);
    expect(endOf(decision.answer(gone('eve'), half, { voterId: 'bob', option: yes }, 20))).toEqual(['decided', yes]);
  });
});

it('is withdrawn by who opened it or the owner', () => {
  const before = opened();
  expect(refusalOf(() => decision.withdraw(before, bob, 9))).toBe('forbidden');
  for (const by of [ada, owner]) expect(endOf(decision.withdraw(before, by, 9))).toEqual(['withdrawn', undefined]);
});

it('the answers to a secret one are in no fact before its end', () => {
  const secret = opened({ rule: 'majority', isSecret: true });
  const first = answered(secret, 'bob', 'reject');
  expect(decisionChanged('answered', first, 'bob').body).toMatchObject({ actorId: 'bob', option: undefined, tally: undefined });
  expect(JSON.stringify(decisionChanged('answered', first, 'bob'))).not.toContain('reject');
  const ended = decision.close(first, owner, undefined, 30);
  expect(decisionChanged('ended', ended, owner.participantId).body).toMatchObject({ tally: tallyOf(ended), outcome: 'reject' });
  expect(decisionChanged('answered', answered(opened({ rule: 'majority' }), 'bob', 'reject'), 'bob').body).toMatchObject({
    option: 'reject',
  });
});

describe('whatever happens', () => {
  const step = fc.record({
    act: fc.constantFrom('answer', 'answer', 'answer', 'withdraw', 'close', 'leave', 'kick', 'mute', 'wait'),
    who: fc.nat(people.length - 1),
    option: fc.constantFrom('approve', 'reject'),
    after: fc.nat(20_000),
  });
  const rule = fc.constantFrom<DecisionRule>('first', 'all', 'majority', 'no-objection');
  const fallback = fc.constantFrom(undefined, 'approve', 'reject');

  it('an outcome never changes, ties lapse, no agent counts as a human, and the electorate stays', () => {
    fc.assert(
      fc.property(
        rule,
        fallback,
        fc.constantFrom('all', 'humans'),
        fc.array(step, { maxLength: 30 }),
        (rule, fallback, choice, steps) => {
          let state = present;
          let now = 5;
          const voters = asked(choice);
          let current = decision.open(present, wished({ rule, fallback, voters, expiresInSeconds: 60 }), owner, now);
          const electorate = current.voters.map(({ participantId }) => participantId);
          for (const { act, who, option, after } of steps) {
            now += after;
            const caller = state.participants.get(people[who]!.participantId)!;
            const before = decision.at(current, now);
            const next = (): Decision => {
              const found = decision.found(apply(state, { decisions: [current] }), 'd', current, now);
              if (act === 'answer') return decision.answer(state, found, { voterId: caller.participantId, option }, now);
              if (act === 'withdraw') return decision.withdraw(found, caller, now);
              if (act === 'close') return decision.close(found, owner, undefined, now);
              return found;
            };
            if (act === 'leave' || act === 'kick' || act === 'mute') {
              const changed =
                act === 'mute' ? { ...caller, status: 'muted' as const } : { ...caller, status: 'left' as const, endedAt: now };
              if (!caller.isOwner && caller.status !== 'left') state = apply(state, { participants: [changed] });
              current = decision.withDepartures(state, current, now);
            } else {
              let made: Decision | undefined;
              const refusal = refusalOf(() => (made = next()));
              if (before.end) expect(refusal).toBe('decision_ended');
              current = made ?? before;
            }
            if (before.end) expect(current.end).toEqual(before.end);
            expect(current.voters.map(({ participantId }) => participantId)).toEqual(electorate);
            if (choice === 'humans')
              expect(current.voters.every(({ speaker }) => speaker === 'owner' || speaker === 'human')).toBe(true);
            const tally = tallyOf(current);
            const all = current.voters.length;
            const [most] = tally.filter(({ count }) => count * 2 > all);
            if (rule === 'majority' && most) expect(decisionStateOf(current)).not.toBe('open');
            const isAtOnce = current.end?.by !== undefined && current.end.by !== owner.participantId;
            if (rule === 'majority' && isAtOnce && current.end?.state === 'decided')
              expect(current.end.outcome).toBe(most?.option);
            const isTied = tally.every(({ count }) => count === tally[0]!.count);
            if (current.end?.state === 'decided' && isTied && ['majority', 'all'].includes(rule) && all > 1)
              expect(current.end.outcome).toBe(fallback);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
