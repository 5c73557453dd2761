import {
  inQuotes,
  matching,
  missing,
  readingOf,
  ServiceError,
  type NamedForModels,
  type Operation,
  type OperationName,
  type ReferenceForModels,
} from '@parley/core';
import { z } from 'zod';
import type { Arguments, Backend } from './backend.ts';
import { declaredAs } from './declared.ts';
import { short } from './page.ts';

/** A field for which a model can give a name. */
interface Reference {
  /** The field, below the one that contains it, if one does. */
  path: readonly string[];
  kind: ReferenceForModels;
  isList: boolean;
  /** What can be given in place of a list, and is no name. */
  words: ReadonlySet<unknown>;
}

const kinds = new Map(declaredAs('reference').map((kind) => [kind.to, kind]));

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const mostCandidates = 10;

/** The fields of an input that models can give by name, as the contract declares. */
export const referencesIn = ({ input }: Pick<Operation, 'input'>): Reference[] => referencesBelow(input, []);

function referencesBelow({ shape }: z.ZodObject, above: readonly string[]): Reference[] {
  return Object.entries(shape as z.core.$ZodShape).flatMap(([field, schema]) => {
    const path = [...above, field];
    const own = inside(schema);
    if (own instanceof z.ZodObject) return referencesBelow(own, path);
    const { list = own, words } = listOrWords(own);
    const isList = list instanceof z.ZodArray;
    const reading = readingOf(isList ? list.element : list);
    return reading?.as === 'reference' ? [{ path, kind: kinds.get(reading.to)!, isList, words }] : [];
  });
}

const inside = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? inside(schema.unwrap()) : schema;

/** What a field takes that takes one of some words, or a list. */
function listOrWords(schema: z.core.$ZodType): { list?: z.ZodArray | undefined; words: ReadonlySet<unknown> } {
  const forms = schema instanceof z.ZodUnion ? schema.options : [];
  const words = forms.flatMap((form) => (form instanceof z.ZodEnum ? form.options : []));
  return { list: forms.find((form) => form instanceof z.ZodArray), words: new Set<unknown>(words) };
}

/** The fields that take a word or a list. Models give a list: one that has only such a word is the word. */
export function wordsIn({ input }: Pick<Operation, 'input'>): ReadonlyMap<string, ReadonlySet<unknown>> {
  const all = Object.entries(input.shape as z.core.$ZodShape).map(([field, schema]) => ({
    field,
    ...listOrWords(inside(schema)),
  }));
  return new Map(all.flatMap(({ field, list, words }) => (list ? [[field, words]] : [])));
}

/** Arguments in which such a list is the word. */
export function withWords(fields: ReadonlyMap<string, ReadonlySet<unknown>>, args: Arguments): Arguments {
  let worded = args;
  for (const [field, words] of fields) {
    const value = args[field];
    if (Array.isArray(value) && value.length === 1 && words.has(value[0])) worded = { ...worded, [field]: value[0] };
  }
  return worded;
}

const isName = (value: unknown, { words }: Reference): value is string =>
  typeof value === 'string' && value !== '' && !uuid.test(value) && !words.has(value);

/** Those for which names are given: only they cost a request. */
export function givenByName(references: readonly Reference[], args: Arguments): Reference[] {
  const named: Reference[] = [];
  for (const reference of references) {
    const value = valueAt(args, reference.path);
    const isNamed = Array.isArray(value) ? value.some((each) => isName(each, reference)) : isName(value, reference);
    if (isNamed) named.push(reference);
  }
  return named;
}

function valueAt(args: Arguments, path: readonly string[]): unknown {
  let value: unknown = args;
  for (const field of path) value = (value as Arguments | null | undefined)?.[field];
  return value;
}

const withValueAt = (args: Arguments, [field, ...below]: readonly string[], value: unknown): Arguments => ({
  ...args,
  [field!]: below.length === 0 ? value : withValueAt(args[field!] as Arguments, below, value),
});

/** Arguments in which the names that some fields give are replaced by ids. */
export async function resolved(
  named: readonly Reference[],
  backend: Backend,
  args: Arguments,
  signal: AbortSignal,
): Promise<Arguments> {
  const answers = new Map<string, ReturnType<List>>();
  const list: List = (name, query = {}) => {
    const key = `${name} ${JSON.stringify(query)}`;
    const answer = answers.get(key) ?? backend.run(name, { ...args, ...query }, { signal, isMinimal: false });
    answers.set(key, answer);
    return answer;
  };
  const ids = named.map(async (reference): Promise<[readonly string[], unknown]> => {
    const { path, kind, isList } = reference;
    const value = valueAt(args, path);
    const field = path.join('.');
    const names = [value].flat().filter((each) => isName(each, reference));
    const known = await candidates(kind, list, isList, names);
    const idOf = (each: unknown, where: string) => (isName(each, reference) ? theOne(kind, known, each, where) : each);
    return [path, Array.isArray(value) ? value.map((each, i) => idOf(each, `${field}.${i}`)) : idOf(value, field)];
  });
  return (await Promise.all(ids)).reduce((given, [path, value]) => withValueAt(given, path, value), args);
}

type List = (name: OperationName, query?: Arguments) => Promise<Record<string, unknown>>;

/** What a name can stand for. */
async function candidates(
  { operation, inputs = [{}], inputFor, field, read }: ReferenceForModels,
  list: List,
  isAddressee: boolean,
  given: readonly string[],
): Promise<NamedForModels[]> {
  const numbers = given.flatMap((each) => /^#?(\d{1,15})$/.exec(each.trim())?.[1] ?? []).map(Number);
  const answers = await Promise.all(
    (inputFor ? numbers.map(inputFor) : inputs).map((input) => list(operation as OperationName, input)),
  );
  const listed = answers.flatMap((answer) => (Array.isArray(answer[field]) ? (answer[field] as Arguments[]) : []));
  const all = listed.flatMap((each) => read(each, isAddressee) ?? []);
  return inputFor ? all.filter(({ sequence }) => numbers.includes(sequence!)) : all;
}

function theOne({ to, isPerson }: ReferenceForModels, all: readonly NamedForModels[], given: string, field: string): string {
  const found = matching(all, given, ({ id, names, sequence }) => ({ id, names, sequence, isPerson }));
  if (found.length === 1) return found[0]!.id;
  if (found.length > 1) throw refused(field, `is ambiguous; give one of these ids: ${listOf(found)}`);
  if (all.length === 0) throw refused(field, `names no ${to}: there is none`);
  throw refused(field, `names no ${to}; there is ${listOf(all)}`);
}

const listOf = (all: readonly NamedForModels[]): string =>
  all
    .slice(0, mostCandidates)
    .map(({ id, names: [name], detail }) => `${inQuotes(name!)} ${short(id)} (${detail})`)
    .join(', ') + (all.length > mostCandidates ? ' and others' : '');

function refused(field: string, message: string): ServiceError {
  const known = Object.hasOwn(missing, field) ? missing[field as keyof typeof missing] : undefined;
  if (known) return new ServiceError(known.code, `${field} ${message}`);
  return new ServiceError('invalid_request', `${field} ${message}`, { issues: [{ field, message }] });
}
