import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { anyOf, within } from './time.ts';

test('a timeout aborts a combined signal, although nobody else refers to it and memory is collected', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const aborted = vi.fn<() => void>();
  const combine = () => anyOf(AbortSignal.timeout(200), new AbortController().signal).addEventListener('abort', aborted);
  for (let i = 0; i < 20; i += 1) combine();
  for (let i = 0; i < 3; i += 1) {
    await sleep(10);
    collect();
  }
  await vi.waitFor(() => expect(aborted).toHaveBeenCalledTimes(20), { timeout: 20_000 });
});

test('work without a limit is not given up, however long it takes', async () => {
  vi.useFakeTimers();
  const working = within(Infinity, async (late) => {
    await vi.advanceTimersByTimeAsync(30 * 86_400_000);
    return late.aborted;
  });
  expect(await working).toBe(false);
  vi.useRealTimers();
});
