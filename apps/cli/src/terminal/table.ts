import { width } from './width.ts';
import { harmless } from '../watch/harmless.ts';

/** Rows under a heading, in columns as wide as their content. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  style: (heading: string) => string,
): string {
  const cells = [heading, ...rows].map((row) => row.map(harmless));
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => width(row[column]!))));
  const padded = (row: readonly string[]) => row.map((cell, column) => cell + ' '.repeat(widths[column]! - width(cell)));
  const [first, ...others] = cells.map((row) => padded(row).join('  ').trimEnd());
  return [style(first!), ...others].join('\n');
}
