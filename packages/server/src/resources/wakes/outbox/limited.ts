interface Limit {
  ms: number;
  /** What is thrown if the work takes longer. */
  late: Error;
  stopping: AbortSignal;
}

/**
 * Carries out work with a signal that is aborted when its time is over, or when the process stops. `AbortSignal.any` with a timeout
 * would not do: Node 20 collects a timeout signal that only a composite refers to, which then is never aborted.
 */
export async function limited<Result>(
  { ms, late, stopping }: Limit,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const stop = () => ending.abort();
  // After what has arrived is read: this process can have stood still itself.
  const timer = setTimeout(() => setImmediate(() => ending.abort(late)), ms);
  if (stopping.aborted) stop();
  stopping.addEventListener('abort', stop, { once: true });
  try {
    return await work(ending.signal);
  } catch (error) {
    throw ending.signal.reason === late ? late : error;
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
  }
}
