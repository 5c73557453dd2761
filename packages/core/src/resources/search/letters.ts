/** Written without spaces, so a word of it can begin anywhere. */
const unspaced = [
  // Also what these share, such as the mark of a long vowel.
  ...['Han', 'Hira', 'Kana', 'Bopo'].map((script) => `\\p{scx=${script}}`),
  ...['Yiii', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt', 'Lana', 'Talu', 'Tale', 'Java', 'Bali', 'Cham'].map(
    (script) => `\\p{sc=${script}}`,
  ),
].join('');

/** What continues a word: a word cannot begin after it. Class of a regular expression with the flag `v`. */
export const joiner = `[[\\p{L}\\p{M}\\p{N}_]--[${unspaced}]]`;

const isJoining = new RegExp(`^${joiner}`, 'v');

/** Whether a text begins with a letter after which no other word can begin. */
export const beginsWithJoiner = (text: string): boolean => isJoining.test(text);

/** No letter has a larger code point. */
const lastLetter = 0x3_23af;
/** Marks that select the form of an ideograph. */
const [firstSelector, lastSelector] = [0xe_0100, 0xe_01ef];
const atATime = 0x1000;

/** All that a class matches, as ranges of code points. */
function* rangesOf(className: string): Generator<readonly [first: string, last: string]> {
  const class_ = new RegExp(`${className}+`, 'gv');
  for (const [first, last] of [
    [0x20, 0xd7ff],
    [0xe000, lastLetter],
    [firstSelector, lastSelector],
  ] as const) {
    for (let from = first; from <= last; from += atATime) {
      const length = Math.min(atATime, last + 1 - from);
      const all = String.fromCodePoint(...Array.from({ length }, (_, i) => from + i));
      for (const [run] of all.matchAll(class_)) {
        const points = [...run];
        yield [points[0]!, points.at(-1)!];
      }
    }
  }
}

let ranges: readonly (readonly [first: string, last: string])[] | undefined;

/** The same as ranges, for regular expressions that know no properties of characters. */
export const joinerRanges = (): readonly (readonly [first: string, last: string])[] => (ranges ??= [...rangesOf(joiner)]);

const isOne = (text: string): boolean => text.length === (text.codePointAt(0)! > 0xffff ? 2 : 1);

/** What the cases of a letter have in common. `ß` is no case of `SS`, because that is two letters. */
function folded(letter: string): string {
  const upper = letter.toUpperCase();
  const lower = (isOne(upper) ? upper : letter).toLowerCase();
  if (isOne(lower)) return lower;
  // The Turkish capital I with a dot is an i with a second dot.
  return letter === '\u0130' ? 'i' : letter;
}

let cases: ReadonlyMap<string, string> | undefined;

function allCases(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [first, last] of rangesOf('\\p{Changes_When_Casemapped}')) {
    for (let point = first.codePointAt(0)!; point <= last.codePointAt(0)!; point += 1) {
      const letter = String.fromCodePoint(point);
      const fold = folded(letter);
      found.set(fold, (found.get(fold) ?? '') + letter);
    }
  }
  return found;
}

/** A letter in all its cases, also those that only few fonts have: the sign of Kelvin is a K. */
export const casesOf = (letter: string): string => (cases ??= allCases()).get(folded(letter)) ?? letter;
