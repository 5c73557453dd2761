import { expect, it } from 'vitest';
import type { WorkerMeasures } from '../group/messages.ts';
import { openPrometheus } from './prometheus.ts';
import { Sum } from './sum.ts';

/** What a worker with its own meter would send, as JSON. */
async function worker(refusals: number, waits: number[], bytes: number): Promise<WorkerMeasures> {
  let measure = async (): Promise<WorkerMeasures> => [];
  const { meter } = await openPrometheus({ metrics: async () => '', measures: (given) => void (measure = given) });
  for (let i = 0; i < refusals; i += 1) meter.count('parley_limit_refusals_total', 'client');
  for (const each of waits) meter.observe('parley_feed_lag_seconds', each);
  meter.gauge('parley_waiting_writes', () => refusals);
  meter.gauge('parley_storage_bytes', () => bytes);
  return JSON.parse(JSON.stringify(await measure())) as WorkerMeasures;
}

const lines = async (sum: Sum): Promise<string[]> =>
  (await sum.text())
    .split('\n')
    .filter((line) => /^parley_(limit_refusals|feed_lag_seconds_(count|sum)|waiting|storage_bytes)/.test(line));

it('counters, histograms and gauges of workers add up, except for what they all see', async () => {
  const sum = new Sum();
  sum.note(1, await worker(2, [0.5], 7));
  sum.note(2, await worker(3, [0.25, 0.25], 7));
  expect((await lines(sum)).toSorted()).toEqual([
    'parley_feed_lag_seconds_count 3',
    'parley_feed_lag_seconds_sum 1',
    'parley_limit_refusals_total{limit="client"} 5',
    'parley_storage_bytes 7',
    'parley_waiting_writes 5',
  ]);
});

it('what a worker has counted stays when it is gone, and what it held does not', async () => {
  const sum = new Sum();
  sum.note(1, await worker(2, [0.5], 7));
  sum.note(2, await worker(3, [0.25], 7));
  sum.gone(1);
  const expected = expect.arrayContaining([
    'parley_waiting_writes 3',
    'parley_feed_lag_seconds_count 2',
    'parley_limit_refusals_total{limit="client"} 5',
  ]) as string[];
  expect(await lines(sum)).toEqual(expected);
  sum.gone(2);
  sum.note(3, await worker(0, [], Number.NaN));
  const after = await lines(sum);
  expect(after).toContain('parley_limit_refusals_total{limit="client"} 5');
  expect(after).toContain('parley_feed_lag_seconds_count 2');
  expect(after).toContain('parley_storage_bytes Nan');
  expect(after).toContain('parley_waiting_writes 0');
});
