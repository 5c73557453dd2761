import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { LeaseWorker } from './lease-worker.ts';

interface Job {
  spaceId: string;
  isQuick: boolean;
}

const lanes = [
  { isQuick: true, atOnce: 10 },
  { isQuick: false, atOnce: 2 },
];

/** A worker that claims from `due` as a store would: the oldest of spaces that are not busy. */
function given(due: Job[], work: (job: Job, stopping: AbortSignal) => Promise<void>) {
  const failed = vi.fn<(error: unknown) => void>();
  const inProgress = new Set<Job>();
  const worker = new LeaseWorker<Job, (typeof lanes)[number]>({
    lanes,
    isIn: (job, { isQuick }) => job.isQuick === isQuick,
    async claim({ lane, limit, busySpaces }) {
      const next = due.find((job) => job.isQuick === lane.isQuick && !busySpaces.includes(job.spaceId));
      if (!next || limit < 1) return [];
      due.splice(due.indexOf(next), 1);
      return [next];
    },
    async work(job, stopping) {
      inProgress.add(job);
      await work(job, stopping).finally(() => inProgress.delete(job));
    },
    failed,
  });
  onTestFinished(() => worker.close());
  worker.checkSoon();
  return { worker, failed, inProgress };
}

const jobs = (count: number, spaceId: string, isQuick = true): Job[] =>
  Array.from({ length: count }, () => ({ spaceId, isQuick }));
const untilAborted = (_: Job, stopping: AbortSignal) => sleep(2 ** 30, undefined, { signal: stopping }).catch(() => {});

it('works on at most eight rows of a space at a time, and on no more of a lane than it has room for', async () => {
  const due = [...jobs(20, 'busy'), ...jobs(20, 'other'), ...jobs(20, 'slow', false)];
  const { inProgress } = given(due, untilAborted);
  await vi.waitFor(() => expect(inProgress.size).toBe(12));
  const of = (id: string) => [...inProgress].filter(({ spaceId }) => spaceId === id).length;
  expect([of('busy'), of('other'), of('slow')]).toEqual([8, 2, 2]);
});

it('works on all that is due, also after failures, which it reports', async () => {
  const due = jobs(50, 'space');
  const { failed, inProgress } = given(due, async () => Promise.reject(new Error('unreachable')));
  await vi.waitFor(() => expect([due.length, inProgress.size, failed.mock.calls.length]).toEqual([0, 0, 50]));
});

it('when it is closed, ends the work in progress, waits for it, and claims nothing more', async () => {
  const due = jobs(30, 'space');
  let ended = 0;
  const { worker, inProgress } = given(due, async (job, stopping) => {
    await untilAborted(job, stopping);
    await sleep(10);
    ended += 1;
  });
  await vi.waitFor(() => expect(inProgress.size).toBe(8));
  await worker.close();
  worker.checkSoon();
  expect([ended, inProgress.size, due.length]).toEqual([8, 0, 22]);
});
