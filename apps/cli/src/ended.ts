import type { Context } from './context.ts';
import { Failure } from './failure.ts';

/** Whether a refusal says that the space is over for everyone. */
export const saysEnded = (error: unknown): boolean =>
  ['key_expired', 'space_closed'].includes((error as { code?: string }).code ?? '');

/** A space that has ended stops being the current one, so that the next command does not fail in the same way. */
export async function afterTheEnd({ current, spaces }: Context, error: unknown): Promise<never> {
  if (!current || !saysEnded(error) || !(await spaces.leaveCurrent(current))) throw error;
  throw new Failure(
    'conflict',
    `“${current.name}” has ended and is no longer your current space`,
    '`parley space list` shows your spaces; `parley use SPACE` chooses one',
    (error as { code?: string }).code,
  );
}
