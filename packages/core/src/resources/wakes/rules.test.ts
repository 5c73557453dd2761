import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, wake, type DeliveryOutcome, type Expects, type SpaceState } from '../../index.ts';
import { aJoiner, aSpace, ownerOf, refusalOf, withParticipants } from '../../given.fixture.ts';

const url = 'https://agent.example/wake';
const bob = 'bob';
const given = () => withParticipants(aSpace(), aJoiner(aSpace(), bob));
const put = (state: SpaceState, wakeId: string, participantId = bob, now = 1) =>
  apply(state, wake.put(state, { wakeId, participantId, url }, `verify ${wakeId}`, now).changes);
const delivery = (participantId: string, sequence?: number) => ({
  state: 'queued' as const,
  deliveryId: 'd',
  senderId: 'sender',
  participantId,
  expects: 'reply' as const,
  messageId: 'm',
  sequence,
});
const verified = (state: SpaceState, wakeId: string, now = 2) => apply(state, { wakes: [wake.verify(state, wakeId, now)!] });
let ids = 0;
const newId = () => `signal ${(ids += 1)}`;

describe('a wake address', () => {
  it('is pending until it is verified, and sends a verification at once', () => {
    const { signal } = wake.put(given(), { wakeId: 'a', participantId: bob, url }, 's', 5);
    expect(signal).toEqual({
      ...{ signalId: 's', wakeId: 'a', dueAt: 5 },
      body: { type: 'wake.verify', spaceId: given().space.spaceId, participantId: bob },
    });
    const state = put(given(), 'a');
    expect(wake.stateOf(wake.find(state, bob))).toBe('pending');
    expect(wake.stateOf(wake.find(verified(state, 'a'), bob))).toBe('verified');
  });

  it('replaces the previous one of the same participant only', () => {
    const state = put(put(put(given(), 'a'), 'b', ownerOf(given()).participantId), 'c');
    expect([...state.wakes.keys()]).toEqual(['b', 'c']);
  });

  it('404 for a participant who has none', () => {
    expect(refusalOf(() => wake.find(put(given(), 'a'), ownerOf(given()).participantId))).toBe('wake_not_found');
  });

  it('is verified and disabled once; a late answer changes nothing', () => {
    const state = verified(put(given(), 'a'), 'a');
    expect(wake.verify(state, 'a', 9)).toBeUndefined();
    expect(wake.verify(state, 'replaced', 9)).toBeUndefined();
    const disabled = apply(state, { wakes: [wake.disable(state, 'a', 9)!] });
    expect(wake.stateOf(wake.find(disabled, bob))).toBe('disabled');
    expect(wake.disable(disabled, 'a', 10)).toBeUndefined();
    expect(wake.verify(disabled, 'a', 10)).toBeUndefined();
  });
});

describe('the signals of deliveries', () => {
  it('are due at once for a verified address, and refer to the delivery without content', () => {
    const [signal, ...others] = wake.signalsFor(verified(put(given(), 'a'), 'a'), [delivery(bob, 7)], newId, 20);
    expect(others).toEqual([]);
    expect(signal).toMatchObject({ wakeId: 'a', dueAt: 20 });
    expect(Object.keys(signal!.body)).toEqual(['type', 'spaceId', 'participantId', 'deliveryId', 'messageId', 'sequence']);
  });

  it('tell who asked that no reply will come, whatever the reason, and nobody who expects none', () => {
    const state = verified(put(given(), 'a'), 'a');
    const ended = (outcome: DeliveryOutcome, expects: Expects = 'reply') =>
      wake
        .signalsFor(state, [{ ...delivery('carl', 7), senderId: bob, state: 'done', outcome, expects }], newId, 20)
        .map(({ body }) => body);
    const { spaceId } = state.space;
    const about = { type: 'delivery.ended', kind: 'outcome', spaceId, participantId: bob };
    for (const outcome of ['declined', 'failed', 'expired'] as const) {
      expect(ended(outcome)).toEqual([{ ...about, deliveryId: 'd', messageId: 'm', sequence: 7, outcome }]);
      for (const expects of ['ack', 'nothing'] as const) expect(ended(outcome, expects)).toEqual([]);
    }
    for (const outcome of ['replied', 'acknowledged', 'withdrawn'] as const) expect(ended(outcome)).toEqual([]);
  });

  it('wait for the verification of a pending address', () => {
    expect(wake.signalsFor(put(given(), 'a'), [delivery(bob)], newId, 20)).toMatchObject([{ dueAt: 20 + wake.patienceMs }]);
  });

  it('go only to addressees with an address that is not disabled', () => {
    fc.assert(
      fc.property(
        fc.subarray(['a', 'b', 'c', 'd']),
        fc.subarray(['a', 'b', 'c', 'd']),
        fc.subarray(['a', 'b', 'c', 'd']),
        (set, off, to) => {
          let state = aSpace();
          for (const each of set) state = put(state, `wake of ${each}`, each);
          for (const each of off.filter((one) => set.includes(one)))
            state = apply(state, { wakes: [wake.disable(state, `wake of ${each}`, 3)!] });
          const signals = wake.signalsFor(
            state,
            to.map((each) => delivery(each)),
            newId,
            4,
          );
          expect(signals.map(({ wakeId }) => wakeId)).toEqual(
            to.filter((each) => set.includes(each) && !off.includes(each)).map((each) => `wake of ${each}`),
          );
          expect(new Set(signals.map(({ signalId }) => signalId)).size).toBe(signals.length);
        },
      ),
    );
  });
});

describe('the signals of requests to join', () => {
  const withPush = (participantId: string) =>
    apply(given(), wake.put(given(), { wakeId: 'a', participantId, url, push: 'sealed' }, 's', 1).changes);
  const owner = ownerOf(given()).participantId;

  it('are for an owner with notifications, and wait for their verification', () => {
    const state = withPush(owner);
    const body = { type: 'join.requested', spaceId: state.space.spaceId, participantId: owner };
    expect(wake.signalsForOwner(verified(state, 'a'), newId, 20)).toMatchObject([{ wakeId: 'a', dueAt: 20, body }]);
    expect(wake.signalsForOwner(state, newId, 20)).toMatchObject([{ dueAt: 20 + wake.patienceMs }]);
  });

  it('are for nobody else, and not for other receivers', () => {
    const disabled = apply(withPush(owner), { wakes: [wake.disable(withPush(owner), 'a', 2)!] });
    for (const state of [given(), withPush(bob), put(given(), 'a', owner), disabled])
      expect(wake.signalsForOwner(state, newId, 20)).toEqual([]);
  });
});
