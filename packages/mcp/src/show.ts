import type { TextAuthor } from '@parley/core';
import { declaredAs } from './declared.ts';
import { isEnded, isObject, type Form, type ObjectForm } from './form.ts';
import { unified } from './diff.ts';
import { Page, short, word } from './page.ts';

type Fields = Record<string, unknown>;

/** An answer in plain lines, with every text of a participant enclosed. Fields that the form does not have are left out. */
export function show(page: Page, form: Form, value: unknown): void {
  if (form.kind === 'object' && isObject(value)) showObject(page, form, value, '', '');
  else page.line(scalar(page, form, value));
}

/** One line with all short values; then what does not fit into a line. */
function showObject(page: Page, form: ObjectForm, value: Fields, indent: string, bullet: string): void {
  if (form.view === 'message') return showMessage(page, form, value, `${indent}${bullet}`);
  const inner = indent + ' '.repeat(bullet.length);
  const words: string[] = [];
  const rest: (() => void)[] = [];
  for (const [name, each] of form.fields) {
    const field = value[name];
    if (field === undefined || (name === 'displayName' && field === value['name'])) continue;
    const showing =
      each.kind !== 'word' && isLong(each, field) ? () => showField(page, name, each, field, value, inner) : undefined;
    if (showing) rest.push(showing);
    else words.push(`${name}: ${each.kind === 'word' ? word(field) : scalar(page, each, field)}`);
  }
  if (words.length > 0 || bullet) page.line(`${indent}${bullet}${words.join(', ')}`);
  for (const showing of rest) showing();
}

function isLong(form: Form, value: unknown): boolean {
  if (form.kind === 'body') return value !== '' && value !== null;
  if (form.kind === 'object') return isObject(value);
  if (form.kind === 'diff') return !isEmpty(value);
  if (form.kind !== 'list' || !Array.isArray(value)) return false;
  return value.length > 0 && form.of.kind !== 'word' && form.of.kind !== 'label';
}

function showField(page: Page, name: string, form: Form, value: unknown, siblings: Fields, indent: string): void {
  if (form.kind === 'body') {
    page.line(`${indent}${name} by ${authorOf(form.author, siblings)}:`);
    return page.body(value);
  }
  if (form.kind === 'diff') {
    page.line(`${indent}${name} by participants:`);
    return page.body(unified(value));
  }
  page.line(`${indent}${name}:`);
  if (form.kind === 'object') return showObject(page, form, value as Fields, `${indent}  `, '');
  if (form.kind !== 'list') return;
  for (const each of value as unknown[]) showItem(page, form.of, each, indent);
}

function showItem(page: Page, form: Form, value: unknown, indent: string): void {
  if (form.kind === 'event' && isObject(value)) return showEvent(page, form.data, value, indent);
  if (form.kind !== 'object' || !isObject(value)) return page.line(`${indent}- ${scalar(page, form, value)}`);
  if (isEnded(form, value)) return;
  showObject(page, form, value, indent, '- ');
}

function showEvent(page: Page, forms: ReadonlyMap<string, Form>, { event, at, data }: Fields, indent: string): void {
  const form = typeof event === 'string' ? forms.get(event) : undefined;
  if (form?.kind !== 'object' || !isObject(data)) return page.line(`${indent}- event: ${word(event)}`);
  showObject(
    page,
    form,
    data,
    indent,
    form.view === 'message' ? '- ' : `- ${at === undefined ? '' : `${word(at)} `}${word(event)}: `,
  );
}

/** Fields that a message does not show by their names, or in an order of their own. */
const ordered: ReadonlySet<string> = new Set([
  ...['id', 'sequence', 'timestamp', 'senderId', 'senderName', 'speaker', 'type', 'to', 'replyTo', 'expects'],
  ...['content', 'addressedToYou', 'truncated'],
]);

/** How messages show lists of other resources, by field. */
const lines = new Map(declaredAs('inMessages').map(({ field, line }) => [field, line]));

/** `#4 2026-01-31T12:00:00Z "Ada" owner 0d9f3a52, id: …` and its text. */
function showMessage(page: Page, { fields }: ObjectForm, message: Fields, before: string): void {
  const { id, sequence, timestamp, senderId, senderName, speaker, type, to, replyTo, expects } = message;
  const { content, addressedToYou, truncated } = message;
  const others = [...fields].filter(([name]) => !ordered.has(name) && message[name] !== undefined);
  const time = word(timestamp).replace(/\.\d+Z$/, 'Z');
  const words = [
    `${before}#${word(sequence)} ${time} ${page.label(senderName)} ${word(speaker)} ${page.sender(senderId)}`,
    ...(addressedToYou === true ? ['to you'] : []),
    `id: ${word(id)}`,
    ...(type === 'text' ? [] : [`type: ${word(type)}`]),
    ...(Array.isArray(to) ? [`to: ${to.map(short).join(' ')}`] : []),
    ...(expects === undefined ? [] : [`expects: ${word(expects)}`]),
    ...(replyTo === undefined ? [] : [`replyTo: ${short(replyTo)}`]),
    ...others.flatMap(([name, form]) => (form.kind === 'word' ? [`${name}: ${word(message[name])}`] : [])),
    ...(truncated === true ? ['only the beginning'] : []),
  ];
  page.line(words.join(', '));
  for (const [name, form] of others) {
    const line = lines.get(name);
    if (line === undefined || form.kind !== 'list' || form.of.kind !== 'object' || !Array.isArray(message[name])) continue;
    for (const each of message[name] as unknown[]) if (isObject(each)) page.line(`  ${filled(page, line, form.of, each)}`);
  }
  page.body(content);
}

/** A line with the fields of an object in place of their names. */
const filled = (page: Page, line: string, { fields }: ObjectForm, value: Fields): string =>
  line.replaceAll(/\{(\w+)\}/g, (_, name: string) => scalar(page, fields.get(name) ?? { kind: 'word' }, value[name]));

function scalar(page: Page, form: Form, value: unknown): string {
  if (form.kind === 'label') return page.label(value);
  if (form.kind === 'diff') return 'none';
  if (form.kind !== 'list' || !Array.isArray(value)) return word(value);
  return value.map((each) => scalar(page, form.of, each)).join(' ') || 'none';
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function authorOf(author: TextAuthor, siblings: Fields): string {
  if (typeof author === 'object') return short(siblings[author.field]);
  return author === 'owner' ? 'the owner' : author;
}
