/** What a list that scrolls shows. */
export interface Extent {
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
}

const nearPx = 80;

export const isNearEnd = ({ scrollTop, scrollHeight, clientHeight }: Extent): boolean =>
  scrollHeight - scrollTop - clientHeight < nearPx;

/** Whether the end is read, after a scroll. What grows below the place does not leave the end; only scrolling up does. */
export const isAtEndAfter = (wasAtEnd: boolean, before: number, extent: Extent): boolean =>
  isNearEnd(extent) || (wasAtEnd && extent.scrollTop >= before - 1);

/** The first of `count` ordered things that fulfils a condition, which all after it fulfil too; `count` if none does. */
export function firstWhere(count: number, isSo: (i: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
