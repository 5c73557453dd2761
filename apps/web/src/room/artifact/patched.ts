import type { Hunk } from '@parley/sdk';

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** A text with some changes of a difference, or undefined if they are not changes of this text. */
export function patched(text: string, hunks: readonly Hunk[]): string | undefined {
  const before = linesOf(text);
  const after: string[] = [];
  let at = 0;
  for (const { oldStart, oldLines, lines } of hunks) {
    // The unified format counts from the line before a hunk that has none of a text.
    const start = oldLines === 0 ? oldStart : oldStart - 1;
    after.push(...before.slice(at, start));
    at = start;
    for (const [i, line] of lines.entries()) {
      if (line.startsWith('\\')) continue;
      const whole = line.slice(1) + (lines[i + 1]?.startsWith('\\') ? '' : '\n');
      if (line.startsWith('+')) {
        after.push(whole);
        continue;
      }
      if (before[at] !== whole) return undefined;
      at += 1;
      if (line.startsWith(' ')) after.push(whole);
    }
  }
  return [...after, ...before.slice(at)].join('');
}
