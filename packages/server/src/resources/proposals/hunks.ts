import { ServiceError } from '@parley/core';
import { applyPatch } from 'diff';
import { differenceOf } from '../artifacts/diff/difference.ts';

/** The text with the chosen hunks of the difference that another one makes. Throws 400 if there is no such hunk. */
export function withHunks(text: string, accepted: string, chosen: readonly number[]): string {
  const { hunks, truncated } = differenceOf(text, accepted);
  if (truncated) throw refused('cannot be chosen, because the difference is too large to be shown: accept it with a `content`');
  if (chosen.some((index) => index >= hunks.length))
    throw refused(`must each be less than ${hunks.length}, the number of hunks of its diff`);
  const patch = { hunks: hunks.filter((_, i) => chosen.includes(i)), oldFileName: undefined, newFileName: undefined };
  const result = applyPatch(text, { ...patch, oldHeader: undefined, newHeader: undefined }, { autoConvertLineEndings: false });
  if (result === false) throw new Error('The hunks of a difference do not apply to the text that they were made of');
  return result;
}

const refused = (message: string): ServiceError =>
  new ServiceError('invalid_request', `hunks ${message}`, { issues: [{ field: 'hunks', message }] });
