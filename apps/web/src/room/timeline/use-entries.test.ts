import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Entry } from '../../space/room.ts';
import { together } from './use-entries.ts';

const entry = (sequence: number) => ({ kind: 'note', sequence }) as Entry;

let shown: number[][];
let stop: () => void;
const entries = signal<readonly Entry[]>([]);
const come = (...sequences: number[]) => (entries.value = [...entries.peek(), ...sequences.map(entry)]);

beforeEach(() => {
  vi.useFakeTimers();
  entries.value = [entry(10)];
  shown = [];
  stop = together(entries, (all) => shown.push(all.map(({ sequence }) => sequence)));
  vi.advanceTimersByTime(1_000);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('shows what is there, and one that comes, at once', () => {
  come(11);
  expect(shown).toEqual([[10], [10, 11]]);
});

it('shows many that come within a tenth of a second together', () => {
  for (let i = 11; i < 111; i += 1) {
    come(i);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(100);
  expect(shown.length).toBeLessThan(15);
  expect(shown.at(-1)).toHaveLength(101);
});

it('shows earlier ones at once', () => {
  come(11);
  entries.value = [entry(9), ...entries.peek()];
  expect(shown.at(-1)).toEqual([9, 10, 11]);
});

it('shows nothing after it was stopped', () => {
  come(11);
  come(12);
  stop();
  vi.advanceTimersByTime(1_000);
  expect(shown.at(-1)).toEqual([10, 11]);
});
