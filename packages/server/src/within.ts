/** What was waited for did not come in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Waits so long and no longer; the work itself is not ended. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`No answer within ${ms / 1000} s`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
