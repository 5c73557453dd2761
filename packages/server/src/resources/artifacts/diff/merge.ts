import { plain, withEndingsOf } from '@parley/core/line-endings';
import { diffArrays } from 'diff';
import { linesOf, numbered } from './common.ts';

/** Lines that take the place of others, which can be none. */
interface TextReplacement {
  /** In the base. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Lines that one text can add and remove; comparing takes time with the square of it. A text that was changed more is not merged. */
const mostEdits = 500;

/**
 * The present text with what another one changes of their base; undefined if both change the same lines, or lines next to each other. Lines
 * are compared as if they ended in one way.
 */
export function merged(base: string, { proposed, present }: { proposed: string; present: string }): string | undefined {
  const [old, mine, theirs] = [base, proposed, present].map((text) => linesOf(plain(text))) as [string[], string[], string[]];
  const changes = [changesOf(old, mine), changesOf(old, theirs)];
  if (changes.includes(undefined)) return undefined;
  const all = withoutTwins((changes as TextReplacement[][]).flat());
  const lines: string[] = [];
  let at = 0;
  for (const [i, { start, end, lines: added }] of all.entries()) {
    if (i > 0 && start <= at) return undefined;
    lines.push(...old.slice(at, start), ...added);
    at = end;
  }
  return withEndingsOf(present, [...lines, ...old.slice(at)].join(''));
}

/** In their order; what both texts change in the same way, once. */
function withoutTwins(changes: readonly TextReplacement[]): TextReplacement[] {
  const sorted = changes.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const key = ({ start, end, lines }: TextReplacement) => JSON.stringify([start, end, lines]);
  return sorted.filter((change, i) => i === 0 || key(change) !== key(sorted[i - 1]!));
}

/** Undefined if there are too many. */
function changesOf(old: readonly string[], now: readonly string[]): TextReplacement[] | undefined {
  const parts = diffArrays(...numbered(old, now), { maxEditLength: mostEdits });
  if (!parts) return undefined;
  const changes: TextReplacement[] = [];
  let [inOld, inNow] = [0, 0];
  for (const { added, removed, count } of parts) {
    const last = changes.at(-1);
    const before = last?.end === inOld ? changes.pop()! : { start: inOld, lines: [] };
    const end = inOld + (added ? 0 : count);
    if (added || removed) {
      const lines = added ? now.slice(inNow, inNow + count) : [];
      changes.push({ start: before.start, end, lines: [...before.lines, ...lines] });
    } else if (last?.end === inOld) changes.push(last);
    inOld = end;
    if (!removed) inNow += count;
  }
  return changes;
}
