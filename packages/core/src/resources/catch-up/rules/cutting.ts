import { utf8Bytes } from '../../../kernel/text.ts';

const ellipsis = '…';

/** The beginning of a text, not longer than `units` and without half a character. */
export function beginning(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.charCodeAt(units - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units);
}

/** A text, or as much of its beginning as `sizeOf` says fits. */
export function clipped(text: string, bytes: number, sizeOf: (text: string) => number): string {
  if (sizeOf(text) <= bytes) return text;
  const short = longest(text.length, (units) => sizeOf(beginning(text, units) + ellipsis) <= bytes);
  return short > 0 ? beginning(text, short) + ellipsis : '';
}

/** The largest number up to `most` that fits, if smaller numbers than one that fits do too; 0 if none does. */
export function longest(most: number, fits: (units: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

export const jsonBytes = (value: unknown): number => utf8Bytes(JSON.stringify(value));
