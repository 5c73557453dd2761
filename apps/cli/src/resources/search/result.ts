import type { SearchResult } from '@parley/sdk';
import { short } from '../../naming.ts';
import { colours } from '../../terminal/colours.ts';
import { output } from '../../terminal/streams.ts';
import { width } from '../../terminal/width.ts';
import { harmless } from '../../watch/harmless.ts';

const indent = '    ';

/** What was found under a heading that names it as other commands take it. */
export function resultText({ kind, id, sequence, at, authorId, authorName, title, excerpt, ranges }: SearchResult): string {
  const { bold, dim, yellow } = colours(output);
  const place = kind === 'message' && sequence !== undefined ? `#${sequence}` : `${kind} ${short(id)}`;
  const heading = [
    yellow(harmless(place)),
    title === undefined ? '' : bold(harmless(title)),
    dim(new Date(at).toLocaleString('sv')),
    harmless(authorName ?? short(authorId)),
  ];
  const lines = title === excerpt ? [] : wrapped(excerpt, ranges, (output.columns || Infinity) - indent.length);
  return [heading.filter(Boolean).join('  '), ...lines.map((line) => indent + line)].join('\n');
}

/** Lines of at most so many columns, with what was looked for in bold. */
function wrapped(excerpt: string, ranges: SearchResult['ranges'], columns: number): string[] {
  const { bold, yellow } = colours(output);
  const characters = [...excerpt];
  const styled = (start: number, end: number): string => {
    let text = '';
    let place = start;
    for (const range of ranges.filter((each) => each.start < end && each.end > start)) {
      const [from, to] = [Math.max(range.start, start), Math.min(range.end, end)];
      text += harmless(characters.slice(place, from).join('')) + bold(yellow(harmless(characters.slice(from, to).join(''))));
      place = to;
    }
    return text + harmless(characters.slice(place, end).join(''));
  };
  const lines: string[] = [];
  let [start, end, used] = [0, 0, 0];
  for (const word of excerpt.split(/(?<= )/)) {
    const wide = width(harmless(word.trimEnd()));
    if (used > 0 && used + wide > columns) {
      lines.push(styled(start, end).trimEnd());
      [start, used] = [end, 0];
    }
    end += [...word].length;
    used += width(harmless(word));
  }
  return [...lines, styled(start, end)];
}
