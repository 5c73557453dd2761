import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, delivery, participant, type Delivery } from '../../index.ts';
import { aJoiner, anInvitation, aSpace, ownerOf, refusalOf, withParticipants } from '../../given.fixture.ts';

const made = { deliveryId: 'd', messageId: 'm', senderId: 'ada', participantId: 'bob', expects: 'reply' } as const;
const queued = delivery.queue(made, 0);
const claimed = delivery.claim(queued, { leaseId: 'first', expiresAt: 100 }, 10);
const lastClaim = { ...claimed, attempt: delivery.maxAttempts };
const acknowledged = { outcome: 'acknowledged' } as const;

describe('a delivery', () => {
  it('starts queued, without an attempt', () => {
    expect(queued).toMatchObject({ ...made, state: 'queued', attempt: 0, createdAt: 0, version: 0 });
    expect(queued).not.toHaveProperty('outcome');
  });

  it('is claimed under a lease', () =>
    expect(claimed).toMatchObject({ state: 'claimed', attempt: 1, lease: { leaseId: 'first', expiresAt: 100 } }));

  it.each(['reply', 'ack'] as const)('stays claimed if the sender expects `%s`', (expects) =>
    expect(delivery.claim({ ...queued, expects }, claimed.lease!, 10).state).toBe('claimed'),
  );

  it('is acknowledged by the claim if the sender expects nothing, and then has no lease', () => {
    const done = delivery.claim({ ...queued, expects: 'nothing' }, claimed.lease!, 10);
    expect(done).toMatchObject({ state: 'done', outcome: 'acknowledged', attempt: 1, endedAt: 10 });
    expect(done.lease).toBeUndefined();
  });

  it('is queued again from the millisecond its lease expires', () => {
    expect(delivery.at(claimed, 99)).toBe(claimed);
    expect(delivery.at(claimed, 100)).toMatchObject({ state: 'queued', attempt: 1, lease: undefined });
  });

  it('has expired from the instant at which its addressee or its sender left, unless it ended before', () => {
    const open = aSpace();
    const both = withParticipants(open, aJoiner(open, 'ada'), aJoiner(open, 'bob'));
    expect(delivery.current(queued, both, 50)).toBe(queued);
    for (const id of ['ada', 'bob']) {
      const gone = apply(both, { participants: [participant.leave(both.participants.get(id)!, 30)] });
      expect(delivery.current(queued, gone, 50)).toMatchObject({ state: 'done', outcome: 'expired', endedAt: 30 });
      const done = delivery.reply(queued, 20);
      expect(delivery.current(done, gone, 50)).toBe(done);
    }
    expect(delivery.current(queued, open, 50)).toMatchObject({ outcome: 'expired', endedAt: 50 });
  });

  it('has failed at the instant its fifth lease expired, however late that is noticed', () =>
    expect(delivery.at(lastClaim, 7_000)).toMatchObject({ state: 'done', outcome: 'failed', endedAt: 100 }));

  it('is queued again at once if it is given back, and has failed the fifth time', () => {
    expect(delivery.release(claimed, 'first', 20)).toMatchObject({ state: 'queued', attempt: 1, lease: undefined });
    expect(delivery.release(lastClaim, 'first', 20)).toMatchObject({ state: 'done', outcome: 'failed', endedAt: 20 });
  });

  it('keeps its lease if that is renewed, until the new end', () => {
    const renewed = delivery.renew(claimed, undefined, 500, 99);
    expect(renewed).toMatchObject({ state: 'claimed', attempt: 1, lease: { leaseId: 'first', expiresAt: 500 } });
    expect(delivery.at(renewed, 499)).toBe(renewed);
  });

  it.each(['acknowledged', 'declined'] as const)('is settled as %s, with a note', (outcome) =>
    expect(delivery.settle(claimed, 'first', { outcome, note: 'Busy' }, 20)).toMatchObject({
      ...{ state: 'done', outcome, note: 'Busy', endedAt: 20, lease: undefined },
    }),
  );

  it('is settled by a reply whether it is claimed or not', () => {
    for (const open of [queued, claimed]) expect(delivery.reply(open, 20)).toMatchObject({ state: 'done', outcome: 'replied' });
  });

  it('is withdrawn by its sender whether it is claimed or not, and then has no lease', () => {
    for (const open of [queued, claimed, delivery.at(claimed, 100)]) {
      expect(delivery.withdraw(open, 20)).toMatchObject({ state: 'done', outcome: 'withdrawn', endedAt: 20, lease: undefined });
    }
  });

  it('409 `delivery_ended` for a withdrawal after its end, also if only time has ended it', () => {
    const ended = [
      delivery.settle(claimed, 'first', acknowledged, 20),
      delivery.reply(queued, 20),
      delivery.expire(queued, 20),
      delivery.withdraw(queued, 20),
      lastClaim,
    ];
    for (const each of ended) expect(refusalOf(() => delivery.withdraw(each, 100))).toBe('delivery_ended');
  });

  it('is queued once its addressee accepts it, and stays as it is if it was not held', () => {
    const held = delivery.hold(queued);
    expect(held).toEqual({ ...queued, state: 'held' });
    expect(delivery.accept(held)).toEqual(queued);
    for (const each of [queued, claimed]) expect(delivery.accept(each)).toBe(each);
  });

  it('is settled, answered, withdrawn or expires while it is held, without a lease', () => {
    const held = delivery.hold(queued);
    const declined = { outcome: 'declined', note: 'No' } as const;
    expect(delivery.settle(held, undefined, declined, 20)).toMatchObject({ state: 'done', ...declined, attempt: 0 });
    expect(refusalOf(() => delivery.settle(held, 'first', declined, 20))).toBe('lease_lost');
    for (const act of [delivery.renew, delivery.release] as const)
      expect(refusalOf(() => act(held, undefined, 500, 20))).toBe('lease_lost');
    const others = [delivery.reply(held, 20), delivery.withdraw(held, 20), delivery.expire(held, 20)];
    expect(others.map(({ outcome }) => outcome)).toEqual(['replied', 'withdrawn', 'expired']);
  });

  it('409 `delivery_ended` for an acceptance after its end', () => {
    for (const each of [delivery.refuse(queued, 20), delivery.withdraw(queued, 20), delivery.reply(queued, 20)])
      expect(refusalOf(() => delivery.accept(each))).toBe('delivery_ended');
  });

  it('409 `lease_lost` without the lease in force', () => {
    const acts = {
      renew: (one: Delivery, leaseId: string | undefined, now: number) => delivery.renew(one, leaseId, 900, now),
      settle: (one: Delivery, leaseId: string | undefined, now: number) => delivery.settle(one, leaseId, acknowledged, now),
      release: delivery.release,
    };
    const again = delivery.claim(delivery.at(claimed, 100), { leaseId: 'second', expiresAt: 200 }, 100);
    const ended = delivery.settle(claimed, 'first', acknowledged, 20);
    for (const act of Object.values(acts)) {
      for (const shown of ['first', undefined]) {
        expect(refusalOf(() => act(queued, shown, 10))).toBe('lease_lost');
        expect(refusalOf(() => act(claimed, shown, 100))).toBe('lease_lost');
        expect(refusalOf(() => act(ended, shown, 30))).toBe('lease_lost');
      }
      expect(refusalOf(() => act(again, 'first', 110))).toBe('lease_lost');
      expect(refusalOf(() => act(again, 'second', 110))).toBeUndefined();
      expect(refusalOf(() => act(again, undefined, 110))).toBeUndefined();
    }
  });
});

/** A worker remembers the lease of its last claim and shows it, even long after it has expired. */
const workers = [0, 1];
const acts = ['accept', 'claim', 'renew', 'settle', 'release', 'reply', 'withdraw', 'expire', 'look'] as const;
const leaseMs = 100;

describe('any sequence of acceptances, claims, renewals, settlements, releases, replies, withdrawals, departures and time', () => {
  const step = fc.record({ act: fc.constantFrom(...acts), worker: fc.constantFrom(...workers), wait: fc.nat(leaseMs * 1.5) });
  const runs = (check: (before: Delivery, after: Delivery, now: number, act: (typeof acts)[number]) => void) =>
    fc.assert(
      fc.property(
        fc.constantFrom('reply', 'ack', 'nothing'),
        fc.boolean(),
        fc.array(step, { maxLength: 40 }),
        (expects, isHeld, steps) => {
          let now = 0;
          let claims = 0;
          let stored: Delivery = { ...(isHeld ? delivery.hold(queued) : queued), expects };
          const shown: (string | undefined)[] = [];
          for (const { act, worker, wait } of steps) {
            now += wait;
            const present = delivery.at(stored, now);
            const leaseId = shown[worker] ?? 'none';
            const does: Record<typeof act, () => Delivery> = {
              accept: () => delivery.accept(present),
              claim() {
                if (present.state !== 'queued') return present;
                shown[worker] = `${worker} ${(claims += 1)}`;
                return delivery.claim(present, { leaseId: shown[worker], expiresAt: now + leaseMs }, now);
              },
              renew: () => delivery.renew(stored, leaseId, now + leaseMs, now),
              settle: () => delivery.settle(stored, leaseId, acknowledged, now),
              release: () => delivery.release(stored, leaseId, now),
              reply: () => (present.state === 'done' ? present : delivery.reply(present, now)),
              withdraw: () => delivery.withdraw(stored, now),
              expire: () => (present.state === 'done' ? present : delivery.expire(present, now)),
              look: () => stored,
            };
            const isHolder = present.lease?.leaseId === leaseId;
            let after = stored;
            const refusal = refusalOf(() => (after = does[act]()));
            const needsLease = ['renew', 'settle', 'release'].includes(act);
            const isTooLate = (act === 'withdraw' || act === 'accept') && present.state === 'done';
            expect(refusal).toBe(needsLease && !isHolder ? 'lease_lost' : isTooLate ? 'delivery_ended' : undefined);
            check(stored, after, now, act);
            stored = after;
          }
        },
      ),
      { numRuns: 500 },
    );

  it('gives it one outcome for ever', () =>
    runs((before, after, now) => {
      const present = delivery.at(before, now);
      if (present.state === 'done') expect(delivery.at(after, now)).toEqual(present);
      for (const each of [before, after]) {
        expect([each.outcome !== undefined, each.endedAt !== undefined]).toEqual(Array(2).fill(each.state === 'done'));
      }
    }));

  it('claims it at most five times, and counts each claim and nothing else', () =>
    runs((before, after, now, act) => {
      const isClaim = act === 'claim' && delivery.at(before, now).state === 'queued';
      expect(after.attempt).toBe(before.attempt + (isClaim ? 1 : 0));
      expect(after.attempt).toBeLessThanOrEqual(delivery.maxAttempts);
    }));

  it('has a lease exactly while it is claimed, and the lease never changes hands before it ends', () =>
    runs((before, after, now) => {
      expect(after.lease !== undefined).toBe(after.state === 'claimed');
      const [held, holds] = [before, after].map((each) => delivery.at(each, now).lease?.leaseId);
      if (held !== undefined && holds !== undefined) expect(holds).toBe(held);
    }));

  it('reads the same at an instant however often and however late it was stored', () =>
    runs((_, after, now) => {
      for (const later of [now, now + leaseMs / 2, now + leaseMs]) {
        const present = delivery.at(after, later);
        expect(delivery.at(present, later)).toBe(present);
        expect(delivery.at(present, later + leaseMs)).toEqual(delivery.at(after, later + leaseMs));
      }
    }));

  it('leaves its identity and its version to the store', () =>
    runs((before, after) => {
      const identity = ({ deliveryId, messageId, senderId, participantId, expects, createdAt, version }: Delivery) => ({
        ...{ deliveryId, messageId, senderId, participantId, expects, createdAt, version },
      });
      expect(identity(after)).toEqual(identity(before));
    }));
});

describe('the addressees of a message', () => {
  const empty = aSpace();
  const owner = ownerOf(empty);
  const ada = aJoiner(empty, 'ada');
  const gone = participant.leave(aJoiner(empty, 'gone'), 1);
  const closed = aSpace({ privacy: 'private' });
  const waiting = aJoiner(closed, 'waiting');
  const approved = participant.approve(aJoiner(closed, 'approved'));
  const state = withParticipants(apply(empty, { invitations: [anInvitation(empty)] }), ada, gone, waiting, approved);
  const refused = (ids: string[], sender = owner) => {
    try {
      return delivery.addressees(state, sender, ids).map(({ participantId }) => participantId);
    } catch (error) {
      return (error as { details: { issues: { field: string }[] } }).details.issues.map(({ field }) => field);
    }
  };

  it('are participants who are here, muted or not', () => {
    expect(refused(['ada'])).toEqual(['ada']);
    const muted = withParticipants(state, participant.mute(ada));
    expect(delivery.addressees(muted, owner, ['ada'])).toMatchObject([{ status: 'muted' }]);
    expect(refused([owner.participantId], ada)).toEqual([owner.participantId]);
  });

  it('400 with the place of each that is unknown, gone, not approved or the sender', () =>
    expect(refused(['nobody', 'ada', 'gone', 'waiting', owner.participantId])).toEqual(['to.0', 'to.2', 'to.3', 'to.4']));

  it('400 for one who has not used its key, also for the owner: `to` would show everyone the id that collects the key', () => {
    expect(approved).toMatchObject({ status: 'active', revealed: false });
    expect(refused(['approved'])).toEqual(['to.0']);
    expect(refused(['approved'], ada)).toEqual(['to.0']);
  });
});

describe('a reply', () => {
  const replied = (expects: Delivery['expects']) => delivery.reply({ ...queued, expects }, 20);
  const reply = { messageId: 'r', deliveryId: 'e' };

  it('makes a delivery that expects nothing to who asked for it', () =>
    expect(delivery.reached(replied('reply'), reply)).toEqual({
      ...reply,
      senderId: 'bob',
      participantId: 'ada',
      expects: 'nothing',
    }));

  it('makes none if no reply was expected, or if the delivery ended otherwise', () => {
    for (const expects of ['ack', 'nothing'] as const) expect(delivery.reached(replied(expects), reply)).toBeUndefined();
    const others = [delivery.expire(queued, 20), delivery.acknowledge(queued, 20), lastClaim, queued];
    for (const each of others) expect(delivery.reached(each, reply)).toBeUndefined();
  });

  it('never makes a loop: a chain of replies makes one delivery for each question that it answers, and no more', () => {
    /** Each step replies to an earlier message, perhaps with a question of its own, and whoever is meant replies again and again. */
    const steps = fc.array(
      fc.record({ to: fc.nat(), by: fc.nat(3), asks: fc.option(fc.constantFrom('reply', 'ack', 'nothing')) }),
      {
        minLength: 1,
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(steps, (chain) => {
        const open = new Map<string, Delivery>();
        const senders: string[] = [];
        let [asked, made] = [0, 0];
        for (const [i, { to, by, asks }] of chain.entries()) {
          const sender = `p${by}`;
          const messageId = String(i);
          const repliedTo = i > 0 ? String(to % i) : undefined;
          const key = `${repliedTo} ${sender}`;
          const before = open.get(key);
          const mine = [];
          if (before?.state === 'queued') {
            const settled = delivery.reply(before, i);
            open.set(key, settled);
            const next = delivery.reached(settled, { messageId, deliveryId: `${i} reached` });
            if (next) mine.push(delivery.queue(next, i));
            made += mine.length;
          }
          const addressee = repliedTo === undefined ? 'p0' : senders[Number(repliedTo)]!;
          if (asks && addressee !== sender) {
            if (asks === 'reply') asked += 1;
            const meant = { deliveryId: `${i}`, messageId, senderId: sender, participantId: addressee, expects: asks };
            mine.push(delivery.queue(meant, i));
          }
          for (const each of mine) open.set(`${messageId} ${each.participantId}`, each);
          senders.push(sender);
        }
        expect(made).toBeLessThanOrEqual(asked);
      }),
    );
  });
});
