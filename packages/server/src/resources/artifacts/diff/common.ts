/** What two texts have in common at their beginning and end, as numbers of characters; both parts end where a line ends. */
export interface Common {
  readonly head: number;
  readonly tail: number;
}

export function commonOf(before: string, after: string): Common {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  head = head === 0 ? 0 : before.lastIndexOf('\n', head - 1) + 1;
  let tail = 0;
  while (tail < shorter - head && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail))
    tail += 1;
  return { head, tail: wholeLines(before, after, { head, tail }) };
}

/** Leaves the line in which the tail begins to the part that differs, unless it begins with that line in both texts. */
function wholeLines(before: string, after: string, { head, tail }: Common): number {
  const beginsLine = (text: string) => text.length - tail === head || text[text.length - tail - 1] === '\n';
  if (beginsLine(before) && beginsLine(after)) return tail;
  const lineBreak = before.indexOf('\n', before.length - tail);
  return lineBreak < 0 ? 0 : before.length - lineBreak - 1;
}

/** With their line breaks. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

export function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Equal lines as equal numbers, which are compared faster. */
export function numbered(...texts: [readonly string[], readonly string[]]): [number[], number[]] {
  const numbers = new Map<string, number>();
  return texts.map((lines) =>
    lines.map((line) => {
      const known = numbers.get(line) ?? numbers.size;
      numbers.set(line, known);
      return known;
    }),
  ) as [number[], number[]];
}
