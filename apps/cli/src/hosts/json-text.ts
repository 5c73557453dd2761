import { CannotEdit } from './cannot-edit.ts';
import { nodesOf, type JsonNode } from './json-nodes.ts';

/** Names of fields, and positions in lists. */
export type Path = readonly (string | number)[];

/** The plain value at a path of objects; undefined if there is none, or a comment is in it. */
export function valueAt(text: string, path: Path): unknown {
  const node = isBlank(text) ? undefined : nodeAt(nodesOf(text), path);
  return node && plain(text, node);
}

/** Whether there is nothing but blanks and comments, as in a file that a host has not written yet. */
const isBlank = (text: string): boolean => /^(?:[\s\uFEFF]|\/\/[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*$/.test(text);

/** A host writes `null` for what is not set. */
const isNull = (text: string, { start, end }: JsonNode): boolean => text.slice(start, end) === 'null';

/** Without comments. */
function plain(text: string, { kind, start, end, members }: JsonNode): unknown {
  if (kind === 'other') return JSON.parse(text.slice(start, end));
  if (kind === 'array') return members.map((each) => plain(text, each.value));
  return Object.fromEntries(members.map((each) => [each.key!, plain(text, each.value)]));
}

/**
 * The text with this value at that path of objects, which are created as needed. Everything else stays, byte for byte.
 * @throws {CannotEdit} when the text is no JSON, or something else than an object, or nothing (`null`), is on the way.
 */
export function withValue(text: string, path: readonly string[], value: unknown): string {
  const whole = isBlank(text) ? `${text.trim() === '' ? '' : `${text.trimEnd()}\n`}{}\n` : text;
  let node = nodesOf(whole);
  for (const [depth, key] of path.entries()) {
    if (isNull(whole, node)) {
      const object = path.slice(depth).reduceRight((inner, name) => ({ [name]: inner }), value);
      return replaced(whole, node.start, node.end, drawn(whole, object, depth));
    }
    if (node.kind !== 'object') throw new CannotEdit(`${depth === 0 ? 'it' : `“${path[depth - 1]}”`} is not an object`);
    const member = node.members.findLast((each) => each.key === key);
    if (!member) {
      const missing = path.slice(depth + 1).reduceRight((inner, name) => ({ [name]: inner }), value);
      return withMember(whole, node, depth, `${JSON.stringify(key)}: `, missing);
    }
    node = member.value;
  }
  return replaced(whole, node.start, node.end, drawn(whole, value, path.length));
}

/** The text with a value at the end of the array at that path. */
export function withItem(text: string, path: readonly string[], value: unknown): string {
  const array = isBlank(text) ? undefined : nodeAt(nodesOf(text), path);
  if (!array || isNull(text, array)) return withValue(text, path, [value]);
  if (array.kind !== 'array') throw new CannotEdit(`“${path.join('.')}” is not a list`);
  return withMember(text, array, path.length, '', value);
}

/** The text without the value at that path. */
export function withoutValue(text: string, path: Path): string {
  const parent = isBlank(text) ? undefined : nodeAt(nodesOf(text), path.slice(0, -1));
  const index = parent?.members.findLastIndex(({ key }) => key === path.at(-1)) ?? -1;
  return index < 0 ? text : withoutMember(text, parent!, index);
}

/** The text without the items of the array at that path that fit. */
export function withoutItems(text: string, path: Path, fits: (item: unknown) => boolean): string {
  const array = isBlank(text) ? undefined : nodeAt(nodesOf(text), path);
  if (array?.kind !== 'array') return text;
  const index = array.members.findLastIndex(({ value }) => fits(plain(text, value)));
  return index < 0 ? text : withoutItems(withoutMember(text, array, index), path, fits);
}

function nodeAt(root: JsonNode, path: Path): JsonNode | undefined {
  const within = ({ members }: JsonNode, key: string | number) =>
    typeof key === 'number' ? members[key] : members.findLast((each) => each.key === key);
  return path.reduce<JsonNode | undefined>((node, key) => node && within(node, key)?.value, root);
}

const replaced = (text: string, start: number, end: number, by: string): string => text.slice(0, start) + by + text.slice(end);

/** In the style of the text: on one line if its surroundings are. */
function withMember(text: string, parent: JsonNode, depth: number, label: string, value: unknown): string {
  const last = parent.members.at(-1);
  const isInline = last !== undefined && !text.slice(parent.start, parent.end).includes('\n');
  if (isInline) return replaced(text, last.value.end, last.value.end, `, ${label}${JSON.stringify(value)}`);
  const line = newlineOf(text) + indentOf(text).repeat(depth + 1) + label + drawn(text, value, depth + 1);
  if (last) return replaced(text, last.value.end, last.value.end, `,${line}`);
  const isBlank = text.slice(parent.start + 1, parent.end - 1).trim() === '';
  const end = isBlank ? parent.end - 1 : parent.start + 1;
  const closing = isBlank ? newlineOf(text) + indentOf(text).repeat(depth) : '';
  return replaced(text, parent.start + 1, end, line + closing);
}

/** With the comma and the line that it was given; comments of others stay. */
function withoutMember(text: string, parent: JsonNode, index: number): string {
  const { members } = parent;
  const [before, member, after] = [members[index - 1], members[index]!, members[index + 1]];
  const { start, value } = member;
  const behind = (end: number) => withoutComma(text.slice(value.end, end));
  if (after) return replaced(text, start, after.start, behind(after.start).trimStart());
  const end = parent.end - 1;
  const rest = behind(end);
  // The comma of its user before a closing bracket stays behind the member before.
  const hasComma = rest !== text.slice(value.end, end);
  if (before) {
    const between = text.slice(before.value.end, start);
    if (withoutComma(between).trim() === '') return replaced(text, before.value.end, value.end, '');
    return hasComma
      ? replaced(text, start, end, rest)
      : replaced(text, before.value.end, value.end, withoutComma(between).trimEnd());
  }
  const isAlone = (text.slice(parent.start + 1, start) + rest).trim() === '';
  return isAlone ? replaced(text, parent.start + 1, end, '') : replaced(text, start, end, rest);
}

/** Blanks and comments, without the comma between them. */
const withoutComma = (text: string): string => text.replace(/^((?:\s|\/\/[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*),/, '$1');

/** Indented for its place. */
function drawn(text: string, value: unknown, depth: number): string {
  const lines = JSON.stringify(value, null, indentOf(text)).split('\n');
  return lines.map((line, i) => (i === 0 ? line : indentOf(text).repeat(depth) + line)).join(newlineOf(text));
}

const indentOf = (text: string): string => /\{(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*?\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
const newlineOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');
