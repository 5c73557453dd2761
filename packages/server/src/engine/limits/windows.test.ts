import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Windows } from './windows.ts';

describe('windows', () => {
  it('allow each key its limit per window, independently of the others', () => {
    const spending = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 40 })),
    );
    fc.assert(
      fc.property(spending, (spent) => {
        let time = 0;
        const windows = new Windows({ limit: 5, seconds: 0.06, now: () => time });
        const begun = new Map<string, { at: number; points: number }>();
        for (const [key, points, ms] of spent) {
          time += ms;
          const known = begun.get(key);
          const window = known && time < known.at + 60 ? known : { at: time, points: 0 };
          window.points += points;
          begun.set(key, window);
          expect(windows.spend(key, points).remaining).toBe(5 - window.points);
        }
      }),
    );
  });

  it('keep a bounded number of keys, and remove those whose window has ended', () => {
    let time = 0;
    const windows = new Windows({ limit: 5, seconds: 1, capacity: 10, now: () => time });
    for (let i = 0; i < 100; i += 1) windows.spend(`key ${i}`, 1);
    expect(windows.size).toBe(10);
    time = 1_000;
    windows.spend('another', 1);
    expect(windows.size).toBe(1);
  });
});

it('announce no more seconds than a window has, whatever fraction of a millisecond it begins at', () => {
  const windows = new Windows({ limit: 5, seconds: 60, now: () => 220_047.522_416_235_04 });
  expect(windows.spend('key', 1).resetSeconds).toBe(60);
});

it('a clock that is set back does not prolong a window', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const windows = new Windows({ limit: 1, seconds: 60 });
  windows.spend('a', 1);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(59_000);
  expect(windows.remaining('a')).toBe(0);
  vi.advanceTimersByTime(2_000);
  expect(windows.remaining('a')).toBe(1);
});
