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
  field: string;
  kind: ReferenceForModels;
  isList: boolean;
}

const kinds = new Map(declaredAs('reference').map((kind) => [kind.to, kind]));

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const mostCandidates = 10;

/** The fields of an input that models can give by name, as the contract declares. */
export function referencesIn({ input }: Pick<Operation, 'input'>): Reference[] {
  return Object.entries(input.shape as z.core.$ZodShape).flatMap(([field, schema]) => {
    const own = inside(schema);
    const isList = own instanceof z.ZodArray;
    const reading = readingOf(isList ? own.element : own);
    return reading?.as === 'reference' ? [{ field, kind: kinds.get(reading.to)!, isList }] : [];
  });
}

const inside = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? inside(schema.unwrap()) : schema;

const isName = (value: unknown): boolean => typeof value === 'string' && value !== '' && !uuid.test(value);

/** Those for which names are given: only they cost a request. */
export function givenByName(references: readonly Reference[], args: Arguments): Reference[] {
  const named: Reference[] = [];
  for (const reference of references) {
    const value = args[reference.field];
    if (value !== undefined && (Array.isArray(value) ? value.some(isName) : isName(value))) named.push(reference);
  }
  return named;
}

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
  const ids = named.map(async ({ field, kind, isList }): Promise<[string, unknown]> => {
    const value = args[field];
    const known = await candidates(kind, list, isList, [value].flat().map(String));
    const idOf = (each: unknown, path: string) => (isName(each) ? theOne(kind, known, String(each), path) : each);
    return [field, Array.isArray(value) ? value.map((each, i) => idOf(each, `${field}.${i}`)) : idOf(value, field)];
  });
  return { ...args, ...Object.fromEntries(await Promise.all(ids)) };
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
