import { z } from 'zod';
import { commonAliases, type Aliases } from '../kernel/aliases.ts';
import { ServiceError, type FieldIssue } from '../kernel/errors.ts';
import { all } from './all.ts';

const aliases: Aliases = Object.assign(
  {},
  commonAliases,
  ...Object.values<object>(all).map((each: { aliases?: Aliases }) => each.aliases),
) as Aliases;

/** How many a refusal names. */
const mostMisses = 20;
/** No field has a name as long as this, so a longer one resembles none. */
const longestName = 40;

type SentFields = Record<string, unknown>;

/** The fields of an object, and what else they are called. */
interface KnownFields {
  names: ReadonlySet<string>;
  /** The fields that a name can stand for, by the name without what does not count. */
  meant: ReadonlyMap<string, readonly string[]>;
  /** The same names of the fields themselves, for a comparison by letters. */
  plain: readonly (readonly [field: string, name: string])[];
  inside: readonly (readonly [field: string, object: z.ZodObject, isList: boolean])[];
}

const known = new WeakMap<z.ZodObject, KnownFields>();

/**
 * Refuses fields that an object does not have, if their names differ little from that of a field that it has and that was not sent: what
 * was meant would be ignored. A field of another name is of no harm.
 */
export function refuseNearMisses(object: z.ZodObject, sent: unknown): void {
  const issues = nearMisses(object, sent);
  if (issues.length > 0) throw unknownFields(issues);
}

/** 400 with what was meant by each field, or which there are. */
export function unknownFields(issues: FieldIssue[]): ServiceError {
  const messages = [...new Set(issues.map(({ message }) => message))];
  const said = messages.map((message) => {
    const fields = issues.filter((issue) => issue.message === message).map(({ field }) => field);
    return `${fields.join(', ')} ${fields.length > 1 ? 'are' : 'is'} unknown. ${message}`;
  });
  return new ServiceError('unknown_field', said.join(' '), { issues });
}

/** Each field that looks like another one, at any depth. */
export function nearMisses(object: z.ZodObject, sent: unknown, path = ''): FieldIssue[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return [];
  const { names, inside } = knownOf(object);
  const found: FieldIssue[] = [];
  for (const name of Object.keys(sent)) {
    const meant = names.has(name) ? undefined : fieldMeant(object, name, sent as SentFields);
    if (meant !== undefined) found.push({ field: path + name, message: `Did you mean ${meant}?` });
  }
  for (const [field, inner, isList] of inside) {
    const value = (sent as SentFields)[field];
    if (!isList) found.push(...nearMisses(inner, value, `${path}${field}.`));
    else if (Array.isArray(value))
      found.push(...value.slice(0, mostMisses * 5).flatMap((each, i) => nearMisses(inner, each, `${path}${field}.${i}.`)));
  }
  return found.slice(0, mostMisses);
}

/** The field that a name stands for, if the object does not have a field of this name. */
function fieldMeant(object: z.ZodObject, name: string, sent: SentFields): string | undefined {
  if (name.length > longestName || sent[name] === undefined) return undefined;
  const { meant, plain } = knownOf(object);
  const isMissing = (field: string) => sent[field] === undefined;
  const typed = plainOf(name);
  return (
    meant.get(singular(typed))?.find(isMissing) ??
    plain.find(([field, known]) => isMissing(field) && differByOne(known, typed))?.[0]
  );
}

function knownOf(object: z.ZodObject): KnownFields {
  let found = known.get(object);
  if (!found) known.set(object, (found = describe(object)));
  return found;
}

function describe({ shape }: z.ZodObject): KnownFields {
  const names = Object.keys(shape);
  const meant = new Map<string, string[]>();
  const add = (name: string, field: string) => {
    const key = singular(plainOf(name));
    meant.set(key, [...(meant.get(key) ?? []), field]);
  };
  // Its own name before what it is called elsewhere.
  for (const field of names) add(field, field);
  for (const field of names) if (Object.hasOwn(aliases, field)) for (const alias of aliases[field]!) add(alias, field);
  return {
    names: new Set(names),
    meant,
    plain: names.map((field) => [field, plainOf(field)] as const),
    inside: names.flatMap((field) => {
      const own = unwrapped((shape as z.core.$ZodShape)[field]!);
      const inner = own instanceof z.ZodArray ? unwrapped(own.element) : own;
      return inner instanceof z.ZodObject ? [[field, inner, own !== inner] as const] : [];
    }),
  };
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return unwrapped(schema.unwrap());
  return schema;
}

const plainOf = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

/** Whether one letter is added, missing or another one. */
function differByOne(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || short.length < 2) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  return short.slice(short.length === long.length ? start + 1 : start) === long.slice(start + 1);
}
