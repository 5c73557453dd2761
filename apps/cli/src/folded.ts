import { wrap } from './terminal/width.ts';
import { harmlessLines } from './watch/harmless.ts';

/** A longer text fills the terminal. */
const [longest, shown] = [30, 24];

/** The beginning of a long text, and how many rows of a terminal of this width are left out. */
export function folded(text: string, columns: number): { text: string; hidden: number } {
  const rows = harmlessLines(text).flatMap((line) => wrap(line, columns));
  if (rows.length <= longest) return { text, hidden: 0 };
  return { text: rows.slice(0, shown).join('\n'), hidden: rows.length - shown };
}
