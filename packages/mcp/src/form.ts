import { messageView, participantView, caughtMessage, events, pastEvent, readingOf, type TextAuthor } from '@parley/core';
import { z } from 'zod';

type Schema = z.core.$ZodType;

/** How a part of an answer is shown to a model: generated from its schema, which says what callers wrote. */
export type Form =
  /** A value of the service: an id, a number, a word. */
  | { readonly kind: 'word' }
  /** A short text of a caller, which stays in its line, in quotes. */
  | { readonly kind: 'label' }
  /** A text of a caller, which is enclosed. */
  | { readonly kind: 'body'; readonly author: TextAuthor }
  /** Hunks of a text of callers, which are enclosed as a diff. */
  | { readonly kind: 'diff' }
  | { readonly kind: 'list'; readonly of: Form }
  | ObjectForm
  /** Something that happened: `{ event, data }`, with the form of its data by the name of the event; and `at`, if it is in the past. */
  | { readonly kind: 'event'; readonly data: ReadonlyMap<string, Form> };

export interface ObjectForm {
  readonly kind: 'object';
  readonly fields: ReadonlyMap<string, Form>;
  /** Objects with a form of their own, because many answers contain them. */
  readonly view?: 'message' | 'participant';
}

const views = new Map<Schema, 'message' | 'participant'>([
  [messageView, 'message'],
  [caughtMessage, 'message'],
  [participantView, 'participant'],
]);

const word: Form = { kind: 'word' };

/** The form of something that happened. */
export const eventForm = (): Form => ({
  kind: 'event',
  data: new Map(Object.entries(events).map(([name, schema]) => [name, formOf(schema)])),
});

/**
 * The form of what a schema describes.
 * @throws {Error} for a text of a caller whose author its object does not name.
 */
export function formOf(schema: Schema): Form {
  const reading = readingOf(schema);
  if (reading?.by === 'caller') return reading.as === 'body' ? { kind: 'body', author: reading.author } : { kind: reading.as };
  if (schema === pastEvent) return eventForm();
  if (schema instanceof z.ZodObject) return objectFormOf(schema);
  if (schema instanceof z.ZodArray) return { kind: 'list', of: formOf(schema.element) };
  if (schema instanceof z.ZodUnion) return (schema.options as Schema[]).map(formOf).reduce(merged);
  if (isWrapper(schema)) return formOf(schema.unwrap());
  return word;
}

const isWrapper = (schema: Schema): schema is z.ZodOptional | z.ZodNullable | z.ZodDefault =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;

/** The form of an object. */
export function objectFormOf(schema: z.ZodObject): ObjectForm {
  const shape = Object.entries(schema.shape as z.core.$ZodShape).filter(([, each]) => readingOf(each)?.as !== 'ballast');
  const fields = new Map(shape.map(([name, each]) => [name, formOf(each)]));
  for (const [name, form] of fields)
    if (form.kind === 'body' && typeof form.author === 'object' && fields.get(form.author.field)?.kind !== 'word')
      throw new Error(`Nothing beside the text in \`${name}\` says who wrote it`);
  const view = views.get(schema);
  return { kind: 'object', fields, ...(view && { view }) };
}

/** If an answer can have several forms, this one has the fields of all. */
function merged(one: Form, other: Form): Form {
  if (one.kind !== 'object') return one.kind === 'word' ? other : one;
  if (other.kind !== 'object') return one;
  const fields = new Map(one.fields);
  for (const [name, form] of other.fields) {
    const known = fields.get(name);
    fields.set(name, known ? merged(known, form) : form);
  }
  return { ...one, fields };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Participants whose membership has ended are left out: their messages name them. */
const ended: ReadonlySet<unknown> = new Set(['left', 'kicked']);

export const isEnded = (form: Form, value: unknown): boolean =>
  form.kind === 'object' && form.view === 'participant' && isObject(value) && ended.has(value['status']);
