/** The file cannot be changed without losing something in it. */
export class CannotEdit extends Error {}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of a server that is reached over HTTP, which must not stay beside a command. */
const ofOtherTransport = new Set(['url', 'headers']);

/**
 * The text of a JSON file with this entry. Everything else stays, also other fields of an earlier entry.
 * @throws {CannotEdit} when the text is not plain JSON with an object there.
 */
export function withJsonEntry(text: string, within: string, name: string, entry: Fields): string {
  const all = parsed(text);
  const servers = all[within] ?? {};
  if (!isFields(servers)) throw new CannotEdit(`“${within}” is not an object`);
  const earlier = isFields(servers[name]) ? servers[name] : {};
  const kept = Object.entries(earlier).filter(([field]) => !ofOtherTransport.has(field));
  const changed = { ...all, [within]: { ...servers, [name]: { ...Object.fromEntries(kept), ...entry } } };
  return JSON.stringify(changed) === JSON.stringify(all) ? text : printed(changed, text);
}

/**
 * The text of a JSON file without this entry.
 * @throws {CannotEdit} when the text is not plain JSON with an object there.
 */
export function withoutJsonEntry(text: string, within: string, name: string): string {
  const all = parsed(text);
  const servers = all[within];
  if (servers === undefined) return text;
  if (!isFields(servers)) throw new CannotEdit(`“${within}” is not an object`);
  if (!Object.hasOwn(servers, name)) return text;
  const { [name]: _, ...others } = servers;
  return printed({ ...all, [within]: others }, text);
}

/** In the style of the text that it replaces. */
function printed(value: Fields, text: string): string {
  const indent = /^\s*\{\r?\n([ \t]+)/.exec(text)?.[1] ?? '  ';
  const drawn = `${JSON.stringify(value, null, indent)}\n`;
  return text.includes('\r\n') ? drawn.replaceAll('\n', '\r\n') : drawn;
}

function parsed(text: string): Fields {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new CannotEdit('it is not plain JSON; comments would be lost');
  }
  if (!isFields(value)) throw new CannotEdit('it does not contain an object');
  return value;
}
