/** Code in pieces, each with the class of its colour. */
export type Coloured = readonly (readonly [text: string, style: string])[];

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const unescaped = (html: string): string => html.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => characters[name]!);

/** The pieces in what the highlighter writes: escaped text, and elements with a class, of which the innermost counts. */
export function piecesIn(html: string): Coloured {
  const styles: string[] = [];
  const pieces: [string, string][] = [];
  for (const [, begun, end, text] of html.matchAll(/<span class="([^"]*)">|(<\/span>)|([^<]+)/g)) {
    if (begun !== undefined) styles.push(begun);
    else if (end !== undefined) styles.pop();
    else pieces.push([unescaped(text!), styles.at(-1) ?? '']);
  }
  return pieces;
}
