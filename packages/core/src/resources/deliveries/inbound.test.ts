import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, delivery, inbound, participant, wake, type Delivery, type Inbound, type SpaceState } from '../../index.ts';
import { aJoiner, aSpace, ownerOf, refusalOf, withParticipants } from '../../given.fixture.ts';

const empty = aSpace();
const owner = ownerOf(empty);
const state = withParticipants(
  empty,
  aJoiner(empty, 'ada'),
  { ...aJoiner(empty, 'hal'), isHuman: true, speaker: 'human' },
  { ...aJoiner(empty, 'eve'), isHuman: true },
  { ...aJoiner(empty, 'bot'), speaker: 'agent' },
);
const of = (id: string, { participants }: SpaceState = state) => participants.get(id)!;
const accepting = (wish: Inbound, id = 'ada') => apply(state, { participants: [inbound.put(state, of(id), wish)] });
const hold = (accept: Inbound['accept']): Inbound => ({ accept, others: 'hold' });
const refuse = (accept: Inbound['accept']): Inbound => ({ accept, others: 'refuse' });

const arrived = (senderId: string, at: SpaceState = state, isAsked = false): Delivery =>
  inbound.arrive(
    { deliveryId: 'd', messageId: 'm', senderId, participantId: 'ada', expects: 'reply' },
    { addressee: of('ada', at), sender: of(senderId, at), isAsked },
    7,
  );
const becomes = (senderId: string, at: SpaceState) => {
  const { state: became, outcome } = arrived(senderId, at);
  return outcome ?? became;
};

describe('what becomes of a new delivery', () => {
  it('is that it is queued, if its addressee said nothing', () =>
    expect(arrived('bot')).toEqual(
      delivery.queue({ deliveryId: 'd', messageId: 'm', senderId: 'bot', participantId: 'ada', expects: 'reply' }, 7),
    ));

  it.each<[Inbound, Record<string, string>]>([
    [hold('humans'), { hal: 'queued', eve: 'held', bot: 'held' }],
    [refuse('humans'), { hal: 'queued', eve: 'refused', bot: 'refused' }],
    [hold(['eve']), { hal: 'held', eve: 'queued', bot: 'held' }],
    [refuse([]), { hal: 'refused', eve: 'refused', bot: 'refused' }],
    [refuse('all'), { hal: 'queued', eve: 'queued', bot: 'queued' }],
  ])('is decided by the speaker class and the list, never by the claim to be human: %j', (wish, senders) => {
    const after = accepting(wish);
    expect(Object.fromEntries(Object.keys(senders).map((id) => [id, becomes(id, after)]))).toEqual(senders);
  });

  it('is that it is queued, whatever its addressee said, from the owner and for what the addressee asked', () =>
    fc.assert(
      fc.property(fc.constantFrom('humans', ['bot'], []), fc.constantFrom('hold', 'refuse'), (accept, others) => {
        const after = accepting({ accept, others } as Inbound);
        expect(arrived(owner.participantId, after).state).toBe('queued');
        expect(arrived('eve', after, true).state).toBe('queued');
      }),
    ));

  it('is an outcome at once if it is refused, and no signal, as if it is held', () => {
    const refused = arrived('bot', accepting(refuse('humans')));
    expect(refused).toMatchObject({ state: 'done', outcome: 'refused', endedAt: 7, attempt: 0 });
    const woken = ['ada', 'bot'].map((participantId) => ({ wakeId: participantId, participantId, url: '', createdAt: 0 }));
    const after = apply(accepting(refuse('humans')), { wakes: woken });
    const held = arrived('bot', accepting(hold('humans')));
    expect(wake.signalsFor(after, [refused, held], () => 's', 8)).toEqual([]);
    expect(wake.signalsFor(after, [delivery.accept(held)], () => 's', 8)).toMatchObject([{ body: { type: 'delivery.queued' } }]);
  });
});

describe('whose messages a participant accepts', () => {
  it('is stored as it says it, and nothing if that is the usual', () => {
    expect(accepting(refuse(['hal'])).participants.get('ada')!.inbound).toEqual(refuse(['hal']));
    const again = inbound.put(state, of('ada', accepting(refuse([]))), hold('all'));
    expect(again).toEqual(of('ada'));
    expect(inbound.of(again, state)).toEqual(hold('all'));
  });

  it('does not name those who are gone', () => {
    const after = accepting(hold(['hal', 'eve']));
    const gone = apply(after, { participants: [participant.leave(of('hal'), 9)] });
    expect(inbound.of(of('ada', gone), gone)).toEqual(hold(['eve']));
    const forgotten = apply(after, { forgotten: { participants: [of('hal')] } });
    expect(inbound.of(of('ada', forgotten), forgotten)).toEqual(hold(['eve']));
  });

  it('400 with the place of itself, and of those who are not here', () => {
    expect(refusalOf(() => accepting(hold(['ada'])))).toBe('invalid_request');
    expect(() => accepting(hold(['hal', 'nobody']))).toThrow(/^accept\.1 must be the id/);
  });
});

/** What can happen to a message of bot to ada, by anybody, in any order. */
const acts = ['accept', 'decline', 'reply', 'claim', 'withdraw', 'release', 'ada leaves', 'bot leaves', 'says', 'look'] as const;

describe('any order of acceptances, declines, replies, claims, withdrawals, departures, other wishes and time', () => {
  const wish = fc.constantFrom<Inbound>(hold('all'), hold('humans'), refuse([]), hold(['bot']), refuse(['bot']));
  const step = fc.record({ act: fc.constantFrom(...acts), wish, wait: fc.nat(150) });

  it('ends a delivery in exactly one outcome, which it keeps; what is held is never claimed, and other wishes change nothing', () =>
    fc.assert(
      fc.property(wish, fc.array(step, { maxLength: 30 }), (first, steps) => {
        let now = 7;
        let present = accepting(first);
        let stored = arrived('bot', present);
        const leave = (id: string) => {
          if (of(id, present).status !== 'left')
            present = apply(present, { participants: [participant.leave(of(id, present), now)] });
          return delivery.current(stored, present, now);
        };
        for (const { act, wish, wait } of steps) {
          now += wait;
          const before = delivery.current(stored, present, now);
          const does: Record<typeof act, () => Delivery> = {
            accept: () => delivery.accept(before),
            decline: () => delivery.settle(before, undefined, { outcome: 'declined' }, now),
            reply: () => (before.state === 'done' ? before : delivery.reply(before, now)),
            claim: () =>
              before.state === 'queued' ? delivery.claim(before, { leaseId: 'l', expiresAt: now + 100 }, now) : before,
            withdraw: () => delivery.withdraw(before, now),
            release: () => delivery.release(before, undefined, now),
            'ada leaves': () => leave('ada'),
            'bot leaves': () => leave('bot'),
            says() {
              if (of('ada', present).status === 'left') return before;
              const said = inbound.put(withParticipants(present, of('bot')), of('ada', present), wish);
              present = apply(present, { participants: [said] });
              return before;
            },
            look: () => before,
          };
          let after = before;
          const refusal = refusalOf(() => (after = does[act]()));
          if (refusal) expect(after).toBe(before);
          if (before.state === 'done') expect(after).toEqual(before);
          if (before.state === 'held') expect(['held', 'queued', 'done']).toContain(after.state);
          if (after.state === 'held' || after.outcome === 'refused') expect([after.lease, after.attempt]).toEqual([undefined, 0]);
          if (after.state === 'queued' && before.state === 'held') expect(act).toBe('accept');
          expect(after.outcome !== undefined).toBe(after.state === 'done');
          stored = after;
        }
      }),
    ));
});
