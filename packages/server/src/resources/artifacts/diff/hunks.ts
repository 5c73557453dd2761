/** Lines that one of the texts has, or both. */
export interface DiffPart {
  readonly kind: 'kept' | 'removed' | 'added';
  readonly lines: readonly string[];
  /** How many lines it has, if `lines` are only the first. */
  readonly count: number;
}

/** Changed lines with those around them, numbered from 1 as in the unified format. */
export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** Each begins with a space, `-` or `+`. */
  lines: string[];
}

interface LinePosition {
  /** How many lines precede the first part, in both texts. */
  readonly start: number;
  /** Lines before and after the parts. */
  readonly around: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** How many lines around a change are shown. */
  readonly context: number;
}

/** What all hunks together can have as unified text. */
const mostBytes = 63 * 1024;
/** The line with the numbers of a hunk. */
const headerBytes = 50;
const noLineBreak = '\\ No newline at end of file';
const marks = { kept: ' ', removed: '-', added: '+' } as const;

/** The hunks of what differs, in the unified format, up to a size. */
export function hunksOf(parts: readonly DiffPart[], { start, around, context }: LinePosition): { hunks: Hunk[]; isCut: boolean } {
  const hunks: Hunk[] = [];
  let left = mostBytes;
  let isCut = false;
  let hunk: Hunk | undefined;
  // The numbers of the next line in both texts.
  let [old, now] = [start - around.before.length + 1, start - around.before.length + 1];
  const add = (kind: DiffPart['kind'], line: string): void => {
    if (isCut) return;
    const size = Buffer.byteLength(line) + 1 + (line.endsWith('\n') ? 0 : noLineBreak.length + 1);
    if (size + (hunk ? 0 : headerBytes) > left) {
      isCut = true;
      return;
    }
    if (!hunk) {
      hunk = { oldStart: old, oldLines: 0, newStart: now, newLines: 0, lines: [] };
      hunks.push(hunk);
      left -= headerBytes;
    }
    left -= size;
    hunk.lines.push(marks[kind] + (line.endsWith('\n') ? line.slice(0, -1) : line));
    if (!line.endsWith('\n')) hunk.lines.push(noLineBreak);
    if (kind !== 'added') hunk.oldLines += 1;
    if (kind !== 'removed') hunk.newLines += 1;
  };
  const pass = (kind: DiffPart['kind'], line: string, isShown: boolean): void => {
    if (isShown) add(kind, line);
    else hunk = undefined;
    if (kind !== 'added') old += 1;
    if (kind !== 'removed') now += 1;
  };
  const all: readonly DiffPart[] = [keptLines(around.before), ...parts, keptLines(around.after)];
  all.forEach(({ kind, lines, count }, i) => {
    const afterChange = i > 0 ? context : 0;
    const beforeChange = i < all.length - 1 ? context : 0;
    lines.forEach((line, at) => pass(kind, line, kind !== 'kept' || at < afterChange || at >= count - beforeChange));
    if (lines.length < count) isCut = true;
  });
  for (const each of hunks) {
    // The unified format counts from the line before a hunk that has none of a text.
    if (each.oldLines === 0) each.oldStart -= 1;
    if (each.newLines === 0) each.newStart -= 1;
  }
  return { hunks, isCut };
}

const keptLines = (lines: readonly string[]): DiffPart => ({ kind: 'kept', lines, count: lines.length });

/** Hunks as unified text. */
export function unified({ from, to, hunks }: { from: number; to: number; hunks: readonly Hunk[] }): string {
  const header = `--- v${from}\n+++ v${to}\n`;
  const blocks = hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) =>
    [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines, ''].join('\n'),
  );
  return hunks.length === 0 ? '' : header + blocks.join('');
}
