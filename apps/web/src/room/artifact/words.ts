import type { Hunk } from '@parley/sdk';

/** A part of a line; `isChanged`: the other text does not have it there. */
export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface Row {
  readonly kind: 'kept' | 'removed' | 'added';
  readonly pieces: readonly Piece[];
  /** The number of the line in its text. */
  readonly line: number;
}

/** Words to compare on each side; longer texts are shown as changed as a whole. */
const mostCells = 400_000;
/** If less of two texts is equal, marking words would only confuse. */
const leastShared = 0.3;
const noLineBreak = '\\';

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}_]+|\n|[^\S\n]+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? [];

/** The lines of a hunk, with the words that differ within lines that were replaced. */
export function rowsOf({ oldStart, oldLines, newStart, newLines, lines }: Hunk): Row[] {
  // The unified format counts from the line before a hunk that has none of a text.
  let [old, now] = [oldLines === 0 ? oldStart + 1 : oldStart, newLines === 0 ? newStart + 1 : newStart];
  const rows: Row[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  const flush = (): void => {
    const [before, after] = compareLines(removed, added);
    for (const pieces of before) rows.push({ kind: 'removed', pieces, line: old++ });
    for (const pieces of after) rows.push({ kind: 'added', pieces, line: now++ });
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    const text = line.slice(1);
    if (line.startsWith('-')) {
      if (added.length > 0) flush();
      removed.push(text);
    } else if (line.startsWith('+')) added.push(text);
    else if (!line.startsWith(noLineBreak)) {
      flush();
      rows.push({ kind: 'kept', pieces: [{ text, isChanged: false }], line: old++ });
      now += 1;
    }
  }
  flush();
  return rows;
}

/** Two blocks of lines, each line in pieces. */
export function compareLines(before: readonly string[], after: readonly string[]): [Piece[][], Piece[][]] {
  const [old, now] = [wordsOf(before.join('\n')), wordsOf(after.join('\n'))];
  const shared = before.length > 0 && after.length > 0 ? sharedOf(old, now) : undefined;
  if (!shared) return [before.map(whole), after.map(whole)];
  return [piecesOf(old, shared.old), piecesOf(now, shared.now)];
}

const whole = (text: string): Piece[] => [{ text, isChanged: false }];

/** Which words two texts share in the same order: their longest common subsequence. */
function sharedOf(old: readonly string[], now: readonly string[]): { old: boolean[]; now: boolean[] } | undefined {
  const [rows, columns] = [old.length + 1, now.length + 1];
  if (rows * columns > mostCells) return undefined;
  const length = new Uint16Array(rows * columns);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      length[i * columns + j] =
        old[i] === now[j]
          ? length[(i + 1) * columns + j + 1]! + 1
          : Math.max(length[(i + 1) * columns + j]!, length[i * columns + j + 1]!);
    }
  }
  const found = { old: old.map(() => false), now: now.map(() => false) };
  let count = 0;
  for (let i = 0, j = 0; i < old.length && j < now.length;) {
    if (old[i] === now[j]) {
      found.old[i] = found.now[j] = true;
      if (old[i]!.trim()) count += old[i]!.length;
      i += 1;
      j += 1;
    } else if (length[(i + 1) * columns + j]! >= length[i * columns + j + 1]!) i += 1;
    else j += 1;
  }
  const most = Math.max(visibleIn(old), visibleIn(now));
  return count >= leastShared * most ? found : undefined;
}

const visibleIn = (words: readonly string[]): number => words.reduce((sum, word) => sum + (word.trim() ? word.length : 0), 0);

/** Words as lines, joined where they have the same mark. A space between two changed words belongs to them. */
function piecesOf(words: readonly string[], isShared: readonly boolean[]): Piece[][] {
  const lines: Piece[][] = [[]];
  words.forEach((text, i) => {
    if (text === '\n') return void lines.push([]);
    const isBetween = !text.trim() && isShared[i - 1] === false && isShared[i + 1] === false;
    const isChanged = !isShared[i] || isBetween;
    const line = lines.at(-1)!;
    const last = line.at(-1);
    if (last?.isChanged === isChanged) line[line.length - 1] = { text: last.text + text, isChanged };
    else line.push({ text, isChanged });
  });
  return lines;
}
