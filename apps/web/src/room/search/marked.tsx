import type { SearchResult } from '@parley/sdk';

/** A text with what was found in it. Its ranges count characters, not the units of JavaScript. */
export function Marked({ excerpt, ranges }: Pick<SearchResult, 'excerpt' | 'ranges'>) {
  const characters = [...excerpt];
  const text = (start: number, end?: number) => characters.slice(start, end).join('');
  return (
    <>
      {ranges.map(({ start, end }, i) => (
        <>
          {text(ranges[i - 1]?.end ?? 0, start)}
          <mark>{text(start, end)}</mark>
        </>
      ))}
      {text(ranges.at(-1)?.end ?? 0)}
    </>
  );
}
