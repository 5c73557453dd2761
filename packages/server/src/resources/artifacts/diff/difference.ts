import type { Kept } from '@parley/core';
import { diffArrays } from 'diff';
import { commonOf, countLines, linesOf, numbered } from './common.ts';
import { hunksOf, type Hunk, type DiffPart } from './hunks.ts';

/** How one text becomes another, by lines. */
export interface Difference {
  readonly hunks: Hunk[];
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** Not everything is shown, or not in the fewest lines. */
  readonly truncated: boolean;
}

/** Comparing must not hold up others. */
const mostMs = 20;
const mostLines = 20_000;
const fewLines = 1_000;
const mostEdits = 4_000;
/** Characters that are looked at for a hunk of texts that are not compared. */
const mostShown = 64 * 1024;
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

/** The lines that both texts have, in their order: where those that follow each other begin, and how many characters they are. */
export function keptLines(before: string, after: string): Kept[] {
  const { head, tail } = commonOf(before, after);
  const kept: { from: number; to: number; length: number }[] = [];
  const add = (from: number, to: number, length: number): void => {
    const last = kept.at(-1);
    if (last && last.from + last.length === from && last.to + last.length === to) last.length += length;
    else if (length > 0) kept.push({ from, to, length });
  };
  add(0, 0, head);
  let [from, to] = [head, head];
  for (const { kind, lines } of compared(before.slice(head, before.length - tail), after.slice(head, after.length - tail))
    .parts) {
    const length = lines.reduce((sum, line) => sum + line.length, 0);
    if (kind === 'kept') add(from, to, length);
    if (kind !== 'added') from += length;
    if (kind !== 'removed') to += length;
  }
  add(before.length - tail, after.length - tail, tail);
  return kept;
}

/** Whether the time that it takes to compare two texts cannot change the answer. */
export function isComparedWhole(before: string, after: string): boolean {
  const { head, tail } = commonOf(before, after);
  const [old, now] = [before, after].map((text) => countOf(text.slice(head, text.length - tail))) as [number, number];
  return old + now <= fewLines;
}

const sum = (parts: readonly DiffPart[], kind: DiffPart['kind']): number =>
  parts.reduce((count, part) => count + (part.kind === kind ? part.count : 0), 0);

/** The few lines before and after a change are read without splitting the whole text. */
function lastLines(text: string): string[] {
  let start = text.length;
  for (let i = 0; i < context && start > 0; i += 1) start = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  return linesOf(text.slice(start));
}

function firstLines(text: string): string[] {
  let end = 0;
  for (let i = 0; i < context && end < text.length; i += 1) end = text.indexOf('\n', end) + 1 || text.length;
  return linesOf(text.slice(0, end));
}

/** The parts in their order; all old lines and then all new ones, if comparing them would take too long. */
function compared(before: string, after: string): { parts: DiffPart[]; isWhole: boolean } {
  const counts = [before, after].map(countOf) as [number, number];
  const isQuick = counts[0] + counts[1] <= mostLines;
  const [old, now] = [before, after].map((text) => linesOf(isQuick ? text : text.slice(0, mostShown))) as [string[], string[]];
  const whole: DiffPart[] = [
    { kind: 'removed', lines: old, count: counts[0] },
    { kind: 'added', lines: now, count: counts[1] },
  ];
  if (!isQuick || counts.includes(0)) return { parts: whole, isWhole: isQuick };
  // Few lines are compared however long it takes, so that a busy machine does not change the answer.
  const timeout = counts[0] + counts[1] <= fewLines ? Infinity : mostMs;
  const changes = diffArrays(...numbered(old, now), { timeout, maxEditLength: mostEdits });
  if (!changes) return { parts: whole, isWhole: false };
  let [inOld, inNow] = [0, 0];
  const parts = changes.map(({ added, removed, count }): DiffPart => {
    if (added) return { kind: 'added', count, lines: now.slice(inNow, (inNow += count)) };
    const lines = old.slice(inOld, (inOld += count));
    if (!removed) inNow += count;
    return { kind: removed ? 'removed' : 'kept', count, lines };
  });
  return { parts, isWhole: true };
}

/** The last line can lack a line break. */
const countOf = (text: string): number => countLines(text, text.length) + (text === '' || text.endsWith('\n') ? 0 : 1);
