import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger } from './ledger.ts';

const most = 3;
const seat = (key: string) => [
  { of: 'all', key: '', most: 5 },
  { of: 'keys', key, most },
];

describe('what the workers of a machine take', () => {
  it('is bounded for all of them together, and free again when one leaves it or is gone', () => {
    const key = fc.constantFrom('a', 'b');
    const worker = fc.constantFrom(1, 2, 3);
    const step = fc.oneof(
      fc.record({ does: fc.constant('take' as const), worker, key }),
      fc.record({ does: fc.constant('leave' as const), worker, key }),
      fc.record({ does: fc.constant('die' as const), worker, key }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const ledger = new Ledger();
        for (const each of [1, 2, 3]) ledger.join(each);
        let seats: { worker: number; key: string }[] = [];
        for (const { does, worker, key } of steps) {
          const own = seats.findIndex((taken) => taken.worker === worker && taken.key === key);
          if (does === 'take') {
            const expected = seats.length >= 5 ? 0 : seats.filter((taken) => taken.key === key).length >= most ? 1 : undefined;
            expect(ledger.take(worker, seat(key))).toBe(expected);
            if (expected === undefined) seats.push({ worker, key });
          } else if (does === 'leave' && own >= 0) {
            ledger.leave(worker, seat(key));
            seats.splice(own, 1);
          } else if (does === 'die') {
            ledger.gone(worker);
            ledger.join(worker);
            seats = seats.filter((taken) => taken.worker !== worker);
          }
        }
      }),
    );
  });
});

describe('what the workers of a machine hold', () => {
  it('is told to one that joins, and taken back when its holder is gone', () => {
    const ledger = new Ledger();
    expect(ledger.join(1)).toEqual([]);
    const change = (key: string, amount: number) => ({ name: 'connections', key, amount });
    for (const each of [change('a', 1), change('a', 1), change('b', 1), change('b', -1)]) ledger.note(1, each);
    expect(ledger.join(2)).toEqual([change('a', 2)]);
    ledger.note(2, change('a', 1));
    expect(ledger.gone(1)).toEqual([change('a', -2)]);
    expect(ledger.join(3)).toEqual([change('a', 1)]);
    expect(ledger.gone(1)).toEqual([]);
  });
});

describe('what the workers of a machine spend', () => {
  it('counts once, in the windows of each limit', () => {
    const ledger = new Ledger();
    for (const name of ['one', 'two']) for (let i = 0; i < 2; i += 1) ledger.open({ name, points: 2, seconds: 60 });
    const left = (name: string, key: string) => ledger.spend(name, key, 1).remaining;
    expect([left('one', 'a'), left('one', 'a'), left('one', 'a'), left('one', 'b'), left('two', 'a')]).toEqual([1, 0, -1, 1, 1]);
  });
});
