import { width, wrap } from './width.ts';
import { harmless } from '../watch/harmless.ts';

const gap = 2;
/** The space of a date-time or a size, which stays on one line. */
const inOne = /(?<=\d{4}-\d\d-\d\d) (?=\d\d:\d\d)|(?<=\d) (?=[kMG]?B$)/g;
const unbroken = '\u00a0';

/** Rows under a heading, in columns as wide as their content; within these columns of a terminal, if it is one. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  style: (heading: string) => string,
  columns = Infinity,
): string {
  const cells = [heading, ...rows].map((row) => row.map((cell) => harmless(cell).replace(inOne, unbroken)));
  const widthsOf = (measure: (cell: string) => number) =>
    heading.map((_, column) => Math.max(...cells.map((row) => measure(row[column]!))));
  const widths = fitted(widthsOf(width), widthsOf(longestWord), columns - gap * (heading.length - 1));
  const [first, ...others] = cells;
  const lines = widths
    ? [style(drawn(first!, widths)), ...others.map((row) => drawn(row, widths))]
    : others.map((row) => stacked(first!, row, style, columns));
  return lines.join('\n').replaceAll(unbroken, ' ');
}

const longestWord = (cell: string): number => Math.max(...cell.split(' ').map(width));

/** Widths that fit together without breaking a word: the widest columns give way. Undefined if there are none. */
function fitted(natural: readonly number[], least: readonly number[], room: number): number[] | undefined {
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
  if (sum(least) > room) return undefined;
  const widths = [...natural];
  while (sum(widths) > room) {
    const spare = widths.map((each, i) => (each > least[i]! ? each : 0));
    widths[spare.indexOf(Math.max(...spare))]! -= 1;
  }
  return widths;
}

/** A row, whose cells can have several lines. */
function drawn(row: readonly string[], widths: readonly number[]): string {
  const wrapped = row.map((cell, column) => wrap(cell, widths[column]!));
  const padded = (text: string, column: number) => text + ' '.repeat(widths[column]! - width(text));
  return Array.from({ length: Math.max(...wrapped.map(({ length }) => length)) }, (_, line) =>
    wrapped
      .map((lines, column) => padded(lines[line] ?? '', column))
      .join(' '.repeat(gap))
      .trimEnd(),
  ).join('\n');
}

/** A row as lines of their own, for a terminal that is too narrow for its columns. */
function stacked(
  heading: readonly string[],
  row: readonly string[],
  style: (heading: string) => string,
  columns: number,
): string {
  const widest = Math.max(...heading.map(width));
  const indent = ' '.repeat(widest + gap);
  const lines = row.flatMap((cell, i) => {
    if (!cell.trim()) return [];
    const [first, ...others] = wrap(cell, Math.max(1, columns - indent.length));
    const label = heading[i]! + ' '.repeat(widest + gap - width(heading[i]!));
    return [style(label) + first!, ...others.map((line) => indent + line)];
  });
  return [...lines, ''].join('\n');
}
