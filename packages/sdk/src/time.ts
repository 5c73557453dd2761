import { TimeoutError } from './errors.ts';

/** The longest delay of a timer; with a longer one it fires immediately. */
const longestMs = 2 ** 31 - 1;

/** The longest wait that a service can ask for: a wrong value must not stop a program for days. */
export const longestWaitMs = 300_000;

/** The wait that a service asks for, within bounds. */
export const reasonable = (ms: unknown, otherwise: number): number =>
  typeof ms === 'number' && ms >= 0 ? Math.min(ms, longestWaitMs) : otherwise;

/** How often a call is repeated that a paused space refuses. */
export const whilePausedMs = 2_000;

/** Waits; a signal ends the wait early with its reason. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const done = () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(done, Math.min(ms, longestMs));
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Gives up on work with a {@link TimeoutError} when it takes longer, and aborts it through `late`. */
export function within<T>(ms: number, work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(new TimeoutError(`Timed out after ${ms} ms`, { code: 'timeout' }));
      late.abort();
    };
    const timer = ms === Infinity ? undefined : setTimeout(giveUp, Math.min(ms, longestMs));
    void work(late.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Milliseconds to wait after `tries` retries: doubles up to 8 s; half of it is random, so that clients do not retry all at once. */
export const backoffMs = (tries: number): number => Math.round(Math.min(8_000, 250 * 2 ** tries) * (0.5 + Math.random() / 2));

/** Node drops a timeout signal that only a composite signal refers to, and the timeout never comes: so each composite keeps its sources. */
const sources = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/** A signal that is aborted as soon as one of the given ones is. */
export function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = signals.filter((signal) => signal !== undefined);
  const any = AbortSignal.any(given);
  sources.set(any, given);
  return any;
}
