import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something is so, for `patienceMs` at most; returns whether it is. */
export async function until(isSo: () => boolean | Promise<boolean>, patienceMs: number, everyMs = 20): Promise<boolean> {
  for (const start = performance.now(); !(await isSo()); await sleep(everyMs)) {
    if (performance.now() - start >= patienceMs) return false;
  }
  return true;
}

/** Works through the numbers below `count`, several at a time, until all are done or it is over. */
export async function eachOf<Result>(
  count: number,
  atOnce: number,
  work: (i: number) => Promise<Result>,
  isOver: () => boolean = () => false,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < count && !isOver(); i = next++) results[i] = await work(i);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
