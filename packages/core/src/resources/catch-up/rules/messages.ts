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

/** Bytes that a message gets in any case, if they are there. */
const plenty = 600;

/**
 * A message as far as a purse can pay for it; undefined if not even its beginning fits.
 * @param shares - More follow than the purse can pay for: a long message leaves half of it to them.
 */
export function paid(
  message: ReadMessage,
  purse: Purse,
  bytesOf: (message: CaughtMessage) => number,
  shares: boolean,
): CaughtMessage | undefined {
  const most = shares ? Math.max(Math.floor(purse.left / 2), Math.min(purse.left, plenty)) : purse.left;
  if (most < fewBytes) return undefined;
  let shown = cut(message);
  if (bytesOf(shown) > most) {
    const units = longest(Math.min(message.content.length, maxCaughtCharacters), (each) => bytesOf(cut(message, each)) <= most);
    if (units < fewCharacters) return undefined;
    shown = cut(message, units);
  }
  return purse.takes(bytesOf(shown)) ? shown : undefined;
}
