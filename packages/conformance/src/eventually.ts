import { setTimeout as sleep } from 'node:timers/promises';
import { Broken } from './expect/expect.ts';

type Found<T> = Exclude<Awaited<T>, false | undefined | null | 0 | ''>;

/** Polls until there is a result. Patient, because the machine can be slow. */
export async function eventually<T>(look: () => T, patienceMs = 20_000): Promise<Found<T>> {
  const end = performance.now() + patienceMs;
  for (let isLate = false; ;) {
    const found = await look();
    if (found) return found as Found<T>;
    if (isLate) throw new Broken(`It did not happen within ${patienceMs / 1000} s`);
    // This process itself can have stood still: what arrived meanwhile is read before the last look.
    isLate = performance.now() > end;
    await sleep(25);
  }
}
