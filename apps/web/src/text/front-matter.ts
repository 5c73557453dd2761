/** What a document says about itself above its text. */
interface FrontMatter {
  readonly rows: readonly (readonly [name: string, value: string])[];
  /** Where the text begins. */
  readonly end: number;
}

const mostCharacters = 8_000;
const fenced = new RegExp(String.raw`^\uFEFF?---[ \t]*\r?\n([^]{0,${mostCharacters}}?\n)---[ \t]*(?:\r?\n|$)`);
const named = /^([\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,60}):(?:[ \t]+(.*))?$/u;
const goesOn = /^(?:[ \t].*|- .*|-|#.*|)$/;

/** YAML above a document: names with what is written after them, which is not interpreted. Undefined if it does not look like that. */
export function frontMatterOf(text: string): FrontMatter | undefined {
  const [whole, source] = fenced.exec(text.slice(0, mostCharacters + 100)) ?? [];
  if (whole === undefined || source === undefined) return undefined;
  const rows: [string, string][] = [];
  for (const line of source.trimEnd().split(/\r?\n/)) {
    const [, name, value = ''] = named.exec(line) ?? [];
    if (name !== undefined) rows.push([name, value.trim().replace(/^(['"])(.*)\1$/, '$2')]);
    else if (!goesOn.test(line)) return undefined;
    else if (rows.length > 0 && !line.startsWith('#')) rows.at(-1)![1] += `\n${line.trim()}`;
  }
  return rows.length === 0 ? undefined : { rows: rows.map(([name, value]) => [name, value.trim()]), end: whole.length };
}
