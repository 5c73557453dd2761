import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, it } from 'vitest';

type Counts = Record<string, number[]>;

let counts: { linear: Counts; bounded: Counts };
beforeAll(async () => {
  const worker = new Worker(new URL('../../test/steps.mjs', import.meta.url));
  [counts] = (await once(worker, 'message')) as [typeof counts];
  await worker.terminate();
});

it('the steps of a change grow no faster than the text of a caller', () => {
  for (const [name, [few = 0, more = 0, many = 0]] of Object.entries(counts.linear)) {
    expect(few, name).toBeGreaterThan(20);
    expect([more < 5 * few, many < 5 * more], `${name}: ${few}, ${more}, ${many}`).toEqual([true, true]);
  }
});

it('comparing texts takes a bounded number of steps, however many lines they have', () => {
  for (const [name, steps] of Object.entries(counts.bounded)) expect(Math.max(...steps), name).toBeLessThan(20_000_000);
});
