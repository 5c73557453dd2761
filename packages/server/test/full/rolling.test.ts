import { rollingRestart } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { onPostgres } from '../databases.ts';

test('500 streams on two processes that restart one after the other lose nothing, get nothing twice, and do not come back at once', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const rolled = await rollingRestart({ settings: place.settings, processes: 2, streams: 500, drainSeconds: 12 });
  expect(rolled.faults).toEqual([]);
  expect(rolled.reconnects).toBeGreaterThanOrEqual(500);
  // 750 come back, at most some 42 in a second: 10 % of them are five standard deviations more. While this process stands still, it
  // sees nothing, and afterwards all ends of that time at once.
  expect(rolled.shareOfAll).toBeLessThan(0.1 * (1 + rolled.stallMs / 1_000));
});
