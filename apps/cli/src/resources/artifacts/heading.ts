import { Failure } from '../../failure.ts';

interface Mismatch {
  matches?: unknown;
  /** The headings that can be meant, one on each line. */
  near?: unknown;
}

/** Says which headings there are if the one that was named is not exactly one. Rethrows every other error. */
export function misnamed(error: unknown, name: string, heading: string): never {
  const { code, body } = error as { code?: string; body?: Mismatch };
  if (code !== 'edit_mismatch' || !body) throw error;
  const { matches, near } = body;
  const found = Number(matches) > 1 ? `${Number(matches)} headings` : 'no heading';
  const hint = typeof near === 'string' ? `there are: ${near.split('\n').join('; ')}` : undefined;
  throw new Failure('conflict', `“${name}” has ${found} “${heading}”`, hint, code);
}
