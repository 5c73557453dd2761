import { maxCaughtCharacters } from '../limits.ts';
import { beginning, longest } from './cutting.ts';
import type { CaughtMessage, ReadMessage } from './material.ts';
import type { Purse } from './purse.ts';

/** A message is not shown with less of its content than this, unless that is all. */
const fewCharacters = 40;
/** No message is shorter, in any form. */
const fewBytes = 100;

/** A message with the beginning of its content. */
export function cut({ isCut, ...message }: ReadMessage, units = maxCaughtCharacters): CaughtMessage {
  const content = beginning(message.content, units);
  return isCut || content.length < message.content.length ? { ...message, content, truncated: true } : message;
}

/** A message as far as a purse can pay for it; undefined if not even its beginning fits. */
export function paid(message: ReadMessage, purse: Purse, bytesOf: (message: CaughtMessage) => number): CaughtMessage | undefined {
  if (purse.left < fewBytes) return undefined;
  const most = Math.min(message.content.length, maxCaughtCharacters);
  const whole = cut(message);
  if (purse.takes(bytesOf(whole))) return whole;
  const units = longest(most, (each) => bytesOf(cut(message, each)) <= purse.left);
  if (units < fewCharacters) return undefined;
  const shown = cut(message, units);
  purse.takes(bytesOf(shown));
  return shown;
}
