import { firstPlaces } from './search.ts';

/** How often something occurs that looks like a text, and the lines of the first place, from 1. */
export interface Alike {
  readonly matches: number;
  readonly from: number;
  readonly to: number;
}

/** Where a text would occur if spaces at the ends of lines, indentation, kinds of quotes and pasted line numbers did not count. */
export function placesAlike(text: string, wanted: string): Alike | undefined {
  const lines = text.split('\n').map(looks);
  const looked = lines.join('\n');
  for (const each of [wanted, withoutNumbers(wanted)]) {
    const sought = each === undefined ? '' : each.split('\n').map(looks).join('\n');
    const places = sought.trim() === '' ? [] : firstPlaces(looked, sought, 1_000);
    if (places.length === 0) continue;
    const from = linesIn(looked.slice(0, places[0]));
    return { matches: places.length, from, to: from + linesIn(sought) - 1 };
  }
  return undefined;
}

const linesIn = (text: string): number => text.split('\n').length;

const quotes: Readonly<Record<string, string>> = Object.fromEntries([
  ...[...'‘’‚‛′'].map((quote) => [quote, "'"]),
  ...[...'“”„‟″«»'].map((quote) => [quote, '"']),
]);

const looks = (line: string): string =>
  line
    .trim()
    .replaceAll(/[‘’‚‛′“”„‟″«»]/g, (quote) => quotes[quote]!)
    .replaceAll('\u00A0', ' ');

/** As tools print them before each line: `12: `, `12→`, `12 | `, `L12: `. */
const pasted = /^[ \t]*L?\d{1,6}[ \t]*(?:[:|→]|\t)/;

function withoutNumbers(text: string): string | undefined {
  const lines = text.split('\n');
  const isNumbered = lines.every((line) => line.trim() === '' || pasted.test(line));
  return isNumbered ? lines.map((line) => line.replace(pasted, '')).join('\n') : undefined;
}
