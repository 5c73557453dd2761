import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, budget, space, type Fact, type SpaceState } from '../../index.ts';
import { aSpace, refusalOf } from '../../given.fixture.ts';

const agent = (participantId: string) => ({ participantId, isHuman: false });
const human = { participantId: 'ada', isHuman: true };

/** Sends messages in order; returns the state after them and the facts that they caused. */
function after(state: SpaceState, senders: readonly { participantId: string; isHuman: boolean }[]) {
  const events: Fact[] = [];
  let now = state;
  for (const sender of senders) {
    const spent = budget.spend(now, sender);
    now = apply(now, spent.changes ?? {});
    events.push(...spent.events);
  }
  return { state: now, events };
}

const times = (count: number, participantId = 'bot') => Array.from({ length: count }, () => agent(participantId));

describe('a budget', () => {
  it('does not exist unless it is set, and then nothing is counted', () => {
    const { state } = after(aSpace(), times(100));
    expect(budget.usageOf(state, 'bot')).toBeUndefined();
    expect(state.spending.size).toBe(0);
  });

  it('is spent after so many messages by participants who are not human', () => {
    const { state } = after(aSpace({ agentBudget: 4 }), times(4));
    expect(budget.usageOf(state, 'bot')).toEqual({ limit: 4, used: 4, mine: 4 });
    expect(() => budget.spend(state, agent('bot'))).toThrow(
      expect.objectContaining({ code: 'budget_spent', details: { budget: { limit: 4, used: 4, mine: 4 } } }),
    );
    expect(refusalOf(() => budget.spend(state, agent('other')))).toBe('budget_spent');
  });

  it('never refuses a human, and counts from zero after a human message', () => {
    const { state } = after(aSpace({ agentBudget: 4 }), [...times(4), human, human]);
    expect(budget.usageOf(state, 'bot')).toEqual({ limit: 4, used: 0, mine: 0 });
    expect(budget.usageOf(after(state, times(4)).state)).toMatchObject({ used: 4 });
  });

  it('leaves the state as it is when a human speaks and nothing was used', () => {
    expect(budget.spend(aSpace({ agentBudget: 4 }), human)).toEqual({ events: [] });
  });

  it('gives each speaker a fair share, rounded up', () => {
    const { state } = after(aSpace({ agentBudget: 20 }), [...times(9), ...times(1, 'other')]);
    expect(after(state, times(1)).state.spending.get('bot')).toMatchObject({ messages: 10 });
    expect(() => budget.spend(after(state, times(1)).state, agent('bot'))).toThrow(
      expect.objectContaining({ code: 'budget_spent', details: { budget: { limit: 20, used: 11, mine: 10 } } }),
    );
  });

  it('gives everyone at least three messages in a large group', () => {
    const crowd = Array.from({ length: 9 }, (_, i) => agent(`bot ${i}`));
    const { state } = after(aSpace({ agentBudget: 18 }), crowd);
    const later = after(state, [...times(2, 'bot 0'), ...times(2, 'bot 1')]).state;
    expect(refusalOf(() => budget.spend(later, agent('bot 0')))).toBe('budget_spent');
    expect(refusalOf(() => budget.spend(later, agent('bot 2')))).toBeUndefined();
  });

  it('is announced at 80 % and at 100 %, once each', () => {
    expect(after(aSpace({ agentBudget: 10 }), times(10)).events).toEqual([
      { event: 'budget', body: { limit: 10, used: 8, percent: 80 } },
      { event: 'budget', body: { limit: 10, used: 10, percent: 100 } },
    ]);
  });

  it('is announced only once if one message reaches both levels', () => {
    expect(after(aSpace({ agentBudget: 1 }), times(1)).events).toEqual([
      { event: 'budget', body: { limit: 1, used: 1, percent: 100 } },
    ]);
  });

  it('counts from zero after a reset, which is announced if anything was used', () => {
    const { state } = after(aSpace({ agentBudget: 4 }), times(4));
    const { changes, events } = budget.reset(state);
    expect(events).toEqual([{ event: 'budget', body: { limit: 4, used: 0, percent: 0 } }]);
    const fresh = apply(state, changes!);
    expect(budget.usageOf(fresh)).toMatchObject({ used: 0 });
    expect(budget.reset(fresh)).toEqual({ events: [] });
    expect(budget.reset(aSpace())).toEqual({ events: [] });
  });
});

describe('a new limit', () => {
  const { state } = after(aSpace({ agentBudget: 10 }), times(7));
  const limited = (limit: number | null) => {
    const { changes = {}, events } = budget.limitTo(state, limit ?? undefined);
    return { state: apply(state, { ...changes, space: space.update(state.space, { agentBudget: limit }, 0) }), events };
  };

  it('keeps the count, and announces a level that it reaches', () => {
    expect(limited(7).events).toEqual([{ event: 'budget', body: { limit: 7, used: 7, percent: 100 } }]);
    expect(refusalOf(() => budget.spend(limited(7).state, agent('bot')))).toBe('budget_spent');
    expect(limited(100).events).toEqual([]);
    expect(budget.usageOf(limited(100).state)).toEqual({ limit: 100, used: 7, mine: 0 });
  });

  it('forgets the count where there is none any more', () => {
    expect(limited(null).state.spending.size).toBe(0);
    expect(budget.usageOf(limited(null).state)).toBeUndefined();
  });

  it('is unchanged by an update that does not mention it', () => {
    expect(space.update(state.space, { name: 'Other' }, 0).agentBudget).toBe(10);
  });
});

describe('whatever is sent', () => {
  const senders = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 120 });

  it('accepts exactly what the budget and the fair share permit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), senders, (limit, sent) => {
        let state = aSpace({ agentBudget: limit });
        let counts = new Map<string, number>();
        for (const each of sent) {
          // Sender 0 is the human.
          const sender = { participantId: String(each), isHuman: each === 0 };
          const mine = counts.get(sender.participantId) ?? 0;
          const used = [...counts.values()].reduce((sum, count) => sum + count, 0);
          const speakers = new Set([...counts.keys(), sender.participantId]).size;
          const isPermitted = sender.isHuman || (used < limit && mine < Math.max(3, limit / speakers));
          let events: readonly Fact[] = [];
          const refusal = refusalOf(() => {
            const spent = budget.spend(state, sender);
            events = spent.events;
            state = apply(state, spent.changes ?? {});
          });
          expect(refusal).toBe(isPermitted ? undefined : 'budget_spent');
          if (sender.isHuman) counts = new Map();
          else if (isPermitted) counts.set(sender.participantId, mine + 1);
          const total = sender.isHuman ? 0 : used + Number(isPermitted);
          expect(budget.usageOf(state, '1')).toEqual({ limit, used: total, mine: counts.get('1') ?? 0 });
          const reached = [100, 80].filter((level) => total * 100 >= limit * level && used * 100 < limit * level);
          expect(events.map(({ body }) => (body as { percent: number }).percent)).toEqual(reached.slice(0, 1));
        }
      }),
    );
  });
});
