import { diffArrays } from 'diff';
import { commonOf, countLines, linesOf } from './common.ts';
import { hunksOf, type Hunk, type Part } from './hunks.ts';

/** How one text becomes another, by lines. */
export interface Difference {
  readonly hunks: readonly Hunk[];
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** Not everything is shown, or not in the fewest lines. */
  readonly truncated: boolean;
}

/** Comparing must not hold up others. */
const mostMs = 20;
const mostLines = 20_000;
const mostEdits = 4_000;
const context = 3;

export function differenceOf(before: string, after: string): Difference {
  if (before === after) return { hunks: [], added: 0, removed: 0, truncated: false };
  const { head, tail } = commonOf(before, after);
  const [old, now] = [before, after].map((text) => text.slice(head, text.length - tail)) as [string, string];
  const start = countLines(before, head);
  const around = {
    before: lastLines(before.slice(0, head)),
    after: firstLines(before.slice(before.length - tail)),
  };
  const { parts, isWhole } = compared(old, now);
  const removed = sum(parts, 'removed');
  const added = sum(parts, 'added');
  const { hunks, isCut } = hunksOf(parts, { start, around, context });
  return { hunks, added, removed, truncated: isCut || !isWhole };
}

const sum = (parts: readonly Part[], kind: Part['kind']): number =>
  parts.reduce((count, part) => count + (part.kind === kind ? part.lines.length : 0), 0);

/** The few lines before and after a change are read without splitting the whole text. */
function lastLines(text: string): string[] {
  let start = text.length;
  for (let i = 0; i < context && start > 0; i += 1) start = text.lastIndexOf('\n', start - 2) + 1;
  return linesOf(text.slice(start));
}

function firstLines(text: string): string[] {
  let end = 0;
  for (let i = 0; i < context && end < text.length; i += 1) end = text.indexOf('\n', end) + 1 || text.length;
  return linesOf(text.slice(0, end));
}

/** The parts in their order; all old lines and then all new ones, if comparing them would take too long. */
function compared(before: string, after: string): { parts: Part[]; isWhole: boolean } {
  const [old, now] = [linesOf(before), linesOf(after)];
  const whole: Part[] = [
    { kind: 'removed', lines: old },
    { kind: 'added', lines: now },
  ];
  if (old.length === 0 || now.length === 0) return { parts: whole, isWhole: true };
  if (old.length + now.length > mostLines) return { parts: whole, isWhole: false };
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly string[]) =>
    lines.map((line) => {
      const known = numbers.get(line);
      if (known === undefined) numbers.set(line, numbers.size);
      return known ?? numbers.size - 1;
    });
  const changes = diffArrays(numbered(old), numbered(now), { timeout: mostMs, maxEditLength: mostEdits });
  if (!changes) return { parts: whole, isWhole: false };
  let [inOld, inNow] = [0, 0];
  const parts = changes.map(({ added, removed, count }): Part => {
    if (added) return { kind: 'added', lines: now.slice(inNow, (inNow += count)) };
    const lines = old.slice(inOld, (inOld += count));
    if (removed) return { kind: 'removed', lines };
    inNow += count;
    return { kind: 'kept', lines };
  });
  return { parts, isWhole: true };
}
