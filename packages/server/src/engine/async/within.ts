/** The answer did not arrive in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Waits for work with a timeout; does not cancel the work. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // After what has arrived is read: this process can have stood still itself.
    timer = setTimeout(() => setImmediate(() => reject(new NoAnswer(`No answer within ${ms / 1000} s`))), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
