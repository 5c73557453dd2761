/** From this length on, the search of the engine takes seconds for some texts. */
const longForEngine = 64;

/** Where a text occurs, overlaps included: the first places. In time linear in both texts. */
export function firstPlaces(text: string, wanted: string, most = 2): number[] {
  const places: number[] = [];
  const next = finder(text, wanted);
  for (let at = next(0); at >= 0 && places.length < most; at = next(at + 1)) places.push(at);
  return places;
}

/** How often a text occurs, up to a thousand. */
export const occurrences = (text: string, wanted: string): number => firstPlaces(text, wanted, 1_000).length;

function finder(text: string, wanted: string): (from: number) => number {
  if (wanted.length < longForEngine) return (from) => text.indexOf(wanted, from);
  const places = placesOf(text, wanted);
  return () => {
    const { value } = places.next();
    return value ?? -1;
  };
}

/** Knuth, Morris and Pratt: no character of the text is compared more than twice. */
function* placesOf(text: string, wanted: string): Generator<number, undefined> {
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    while (matched > 0 && (matched === wanted.length || wanted.charCodeAt(matched) !== code)) matched = borders[matched - 1]!;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    if (matched === wanted.length) yield i - matched + 1;
  }
  return undefined;
}

/** For each prefix, the length of the longest shorter prefix that it ends with. */
function bordersOf(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length);
  let matched = 0;
  for (let i = 1; i < wanted.length; i += 1) {
    const code = wanted.charCodeAt(i);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched - 1]!;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    borders[i] = matched;
  }
  return borders;
}
