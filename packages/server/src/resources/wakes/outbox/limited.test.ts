import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { limited } from './limited.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const late = new Error('late');
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }));

it('ends work that takes too long, even if the garbage is collected meanwhile', async () => {
  const stopping = new AbortController().signal;
  const collecting = setInterval(collectGarbage, 10);
  try {
    const works = Array.from({ length: 20 }, () => limited({ ms: 200, late, stopping }, untilAborted));
    expect(await Promise.allSettled(works)).toEqual(works.map(() => ({ status: 'rejected', reason: late })));
  } finally {
    clearInterval(collecting);
  }
});

it('ends work when the process stops, also if it stopped before', async () => {
  const process = new AbortController();
  const working = limited({ ms: 60_000, late, stopping: process.signal }, untilAborted);
  process.abort();
  await expect(working).rejects.toThrow('aborted');
  const isAborted = async (signal: AbortSignal) => signal.aborted;
  expect(await limited({ ms: 60_000, late, stopping: process.signal }, isAborted)).toBe(true);
});
