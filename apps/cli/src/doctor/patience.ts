import { Failure } from '../failure.ts';

/** What takes longer does not work for a person who waits. */
export const patienceMs = 20_000;

export const tooLate = (what: string, ms = patienceMs): Failure =>
  new Failure('error', `no ${what} within ${ms / 1000} s`, 'run it by itself to see what it says');

/** What comes in time; otherwise it fails. */
export async function inTime<T>(what: string, coming: Promise<T>, ms = patienceMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate(what, ms)), ms);
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}
