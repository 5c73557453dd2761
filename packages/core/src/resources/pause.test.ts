import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apply,
  artifact,
  assertMayAct,
  contract,
  decision,
  delivery,
  heldStill,
  nextDue,
  overdue,
  participant,
  paused,
  resumed,
  task,
  type Caller,
  type Changes,
  type Delivery,
  type Operation,
  type Participant,
  type SpaceState,
} from '../index.ts';
import { aJoiner, anArtifact, aSpace, ownerOf, refusalOf } from '../given.fixture.ts';

const empty = aSpace({ ttl: 1_000_000 });
const owner = ownerOf(empty);
const guest = { ...aJoiner(empty, 'guest'), revealed: true };
const start = apply(empty, { participants: [guest] });
const pausing = (state: SpaceState, at: number, reason?: string) =>
  apply(state, paused(state, { by: owner.participantId, at, reason }));
const resuming = (state: SpaceState, at: number) => apply(state, resumed(state, at));

const locked = (state: SpaceState, at: number, ms: number): Changes => ({
  artifacts: [artifact.lock(state, anArtifact(state), guest, at, ms)],
});
const worked = (state: SpaceState, at: number, ms: number): Changes => {
  const open = task.create(state, { taskId: 't', title: 'Check', for: [] }, owner, at);
  return { tasks: [task.claim(state, open, { leaseId: 'l', expiresAt: at + ms }, guest, at)] };
};
const asked = (state: SpaceState, at: number, ms: number): Changes => {
  const wish = { decisionId: 'd', title: 'Ship it?', rule: 'first', isSecret: false, total: 0 } as const;
  const voters = decision.electorate(state, 'all', undefined);
  return { decisions: [{ ...decision.open(state, { ...wish, voters }, owner, at), expiresAt: at + ms }] };
};
const begun = { locked, worked, asked } as const;

/** How long what runs out in a state still lasts, by name. */
const left = ({ artifacts, tasks, decisions }: SpaceState, now: number) => ({
  locked: [...artifacts.values()].map(({ lock }) => lock!.expiresAt - now),
  worked: [...tasks.values()].map(({ lease }) => lease!.expiresAt - now),
  asked: [...decisions.values()].map(({ expiresAt }) => expiresAt! - now),
});

describe('a paused space', () => {
  it('keeps what was left of locks, leases and deadlines, however often and for however long it is paused', () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.nat(100_000)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(gaps, ([first, ...others]) => {
        let now = 10;
        let state = start;
        for (const begin of Object.values(begun)) state = apply(state, begin(state, now, 10_000));
        let spent = 0;
        for (const [ran, stood] of [first!, ...others]) {
          spent += ran;
          now += ran;
          state = pausing(state, now);
          now += stood;
          expect(overdue(state, now)).toBeUndefined();
          expect(nextDue(state)).toBe(state.space.expiresAt);
          state = resuming(state, now);
        }
        const rest = [10_000 - spent];
        expect(left(state, now)).toEqual({ locked: rest, worked: rest, asked: rest });
        expect(overdue(state, now + rest[0]! - 1)).toBeUndefined();
      }),
    );
  });

  it.each(Object.entries(begun))('gives what is %s meanwhile its whole time once it is resumed', (what, begin) => {
    const still = pausing(start, 100);
    const state = apply(still, heldStill(still, begin(still, 5_000, 300), 5_000));
    expect(overdue(state, 90_000)).toBeUndefined();
    expect(left(resuming(state, 90_000), 90_000)[what as keyof typeof begun]).toEqual([300]);
  });

  it('changes nothing of a write while it runs', () => {
    const changes = locked(start, 5, 300);
    expect(heldStill(start, changes, 5)).toBe(changes);
  });

  it('expires in its time', () => {
    const { expiresAt } = start.space;
    expect(overdue(pausing(start, 100), expiresAt)?.changes.space?.end).toEqual({ at: expiresAt, reason: 'expired' });
  });

  it('refuses a lock that another holds without a time', () => {
    const still = pausing(apply(start, locked(start, 10, 300)), 100);
    const [held] = [...still.artifacts.values()];
    expect(() => artifact.lock(still, held!, owner, 99_000, 60_000)).toThrow(
      expect.objectContaining({ code: 'locked', details: { lockedBy: 'guest', lockedByName: 'guest' } }),
    );
  });
});

describe('a lease of a delivery', () => {
  const queued = delivery.queue(
    { deliveryId: 'd', messageId: 'm', senderId: owner.participantId, participantId: 'guest', expects: 'reply' },
    0,
  );
  const claimed = (expiresAt: number): Delivery => delivery.claim(queued, { leaseId: 'l', expiresAt }, 0);

  it('does not run out while its space is paused, and lasts afterwards as long as it still did', () => {
    const times = fc.record({ lease: fc.integer({ min: 1, max: 5_000 }), at: fc.nat(6_000), stood: fc.nat(100_000) });
    fc.assert(
      fc.property(times, ({ lease, at, stood }) => {
        const still = pausing(start, at);
        const stored = claimed(lease);
        const isLate = lease <= at;
        expect(delivery.current(stored, still, at + stood).state).toBe(isLate ? 'queued' : 'claimed');
        const after = delivery.resumed(stored, still.space, at + stood);
        expect(after?.lease?.expiresAt).toBe(isLate ? undefined : lease + stood);
      }),
    );
  });

  it('lasts for its whole time if it was renewed meanwhile', () => {
    const still = pausing(start, 100);
    const renewed = delivery.renew(delivery.heldStill(claimed(200), still.space), undefined, 5_300, 5_000);
    const stored = delivery.heldStill(renewed, still.space, 5_000);
    expect(delivery.heldStill(stored, still.space)).toBe(stored);
    expect(delivery.current(stored, still, 80_000).state).toBe('claimed');
    expect(delivery.resumed(stored, still.space, 90_000)?.lease?.expiresAt).toBe(90_300);
  });

  it('is as it was in a space that is not paused', () => {
    const stored = claimed(200);
    expect(delivery.heldStill(stored, start.space)).toBe(stored);
    expect(delivery.resumed(stored, start.space, 50)).toBeUndefined();
  });
});

describe('who can write while the space is paused', () => {
  const operations: Readonly<Record<string, Operation>> = contract();
  const still = pausing(start, 100, 'Think');
  const callers: Record<string, Caller> = Object.fromEntries(
    (['owner', 'human', 'agent', 'guest'] as const).map((speaker) => {
      const who: Participant = { ...(speaker === 'owner' ? owner : guest), speaker, isHuman: speaker === 'agent' };
      return [speaker, { kind: 'participant', participant: who }];
    }),
  );
  const refused = (operation: Operation, input: object = {}, { space }: SpaceState = still) =>
    Object.entries(callers).flatMap(([who, caller]) =>
      refusalOf(() => assertMayAct(operation, caller, space, input)) === 'paused' ? [who] : [],
    );
  const writes = Object.entries(operations).filter(
    ([, { method, auth, answers }]) => method !== 'GET' && answers !== 'jsonOrEvents' && ['participant', 'member'].includes(auth),
  );

  /** What agents, and guests, can still do. */
  const works = [
    'leaveSpace',
    'releaseDelivery',
    'renewDelivery',
    'heartbeatArtifactLock',
    'unlockArtifact',
    'renewTask',
    'releaseTask',
    'redactMessage',
    'redactTask',
    'redactDecision',
    'redactComment',
  ];
  /** What nobody can do. */
  const begins = ['claimDelivery', 'claimTask'];

  it('the owner and humans can do everything but claim, and others only give back, keep, decline and erase', () => {
    for (const [name, operation] of writes) {
      const wanted = begins.includes(name)
        ? ['owner', 'human', 'agent', 'guest']
        : works.includes(name)
          ? []
          : ['agent', 'guest'];
      expect([name, refused(operation)]).toEqual([name, wanted]);
      expect([name, refused(operation, {}, start)]).toEqual([name, []]);
    }
    expect(works.filter((name) => !operations[name])).toEqual([]);
  });

  it('a delivery can be declined, but not acknowledged', () => {
    const settle = operations['settleDelivery']!;
    expect(refused(settle, { outcome: 'declined' })).toEqual([]);
    expect(refused(settle, { outcome: 'acknowledged' })).toEqual(['agent', 'guest']);
  });

  it('everybody can read, and what only the owner or an invitation can do is not affected', () => {
    const others = Object.entries(operations).filter(([name]) => !writes.some(([write]) => write === name));
    for (const [name, operation] of others) expect([name, refused(operation)]).toEqual([name, []]);
  });

  it('the refusal says who paused it, when and why', () =>
    expect(() => assertMayAct(operations['sendMessage']!, callers['agent']!, still.space, {})).toThrow(
      expect.objectContaining({
        code: 'paused',
        details: { paused: { by: owner.participantId, at: '1970-01-01T00:00:00.100Z', reason: 'Think' } },
      }),
    ));

  it('403 for a muted participant, as before', () => {
    const muted: Caller = { kind: 'participant', participant: participant.mute(guest) };
    expect(refusalOf(() => assertMayAct(operations['sendMessage']!, muted, still.space, {}))).toBe('muted');
  });
});
