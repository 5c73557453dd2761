import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What took longer than `ms`, because the machine stood still, says nothing: it is done again, after `pauseMs`. For what the product gives up
 * or forgets after a while.
 */
export async function inTime<Result>(ms: number, work: () => Promise<Result>, pauseMs = 0): Promise<Result> {
  for (;;) {
    const begun = performance.now();
    const result = await work();
    if (performance.now() - begun < ms) return result;
    await sleep(pauseMs);
  }
}
