import { describe, expect, it } from 'vitest';
import { throttle } from './throttle.ts';
import { countInMemory } from './windows.ts';

const secret = 'a secret of the tests, which is long enough';
const allowance = { name: 'tries', points: 2, seconds: 3_600 };

describe('a throttle', () => {
  it('permits its number of tries, separately for each subject, and does not count those given back', async () => {
    const { mayTry, giveBack } = throttle({ openCounter: countInMemory, secret }, allowance);
    expect([await mayTry('a', 'b'), await mayTry('a', 'b'), await mayTry('a', 'b')]).toEqual([true, true, false]);
    expect(await mayTry('c', 'b')).toBe(true);
    await giveBack('c', 'b');
    expect([await mayTry('c', 'b'), await mayTry('c', 'b'), await mayTry('c', 'b')]).toEqual([true, true, false]);
  });

  it('counts in a bounded number of slots that only the secret determines, however many subjects there are', async () => {
    const slotsBy = async (key: string) => {
      const slots: string[] = [];
      const counter = countInMemory(allowance);
      const spend = (slot: string, points: number) => (slots.push(slot), counter.spend(slot, points));
      const { mayTry } = throttle({ openCounter: () => ({ spend }), secret: key }, allowance);
      for (let i = 0; i < 40_000; i += 1) await mayTry(`human${i}@example.org`);
      return slots;
    };
    const slots = await slotsBy(secret);
    expect(new Set(slots).size).toBeGreaterThan(10_000);
    expect(new Set(slots).size).toBeLessThanOrEqual(16_384);
    expect((await slotsBy(`${secret}!`)).slice(0, 100)).not.toEqual(slots.slice(0, 100));
  });
});
