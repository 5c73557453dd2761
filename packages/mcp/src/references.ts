import { inQuotes, matching, missing, readingOf, ServiceError, type Operation } from '@parley/core';
import { z } from 'zod';
import type { Arguments, Backend } from './backend.ts';
import { short } from './page.ts';

type Kind = 'participant' | 'artifact';

/** A field for which a model can give a name. */
interface Reference {
  field: string;
  kind: Kind;
  isList: boolean;
}

interface Named {
  id: string;
  name: string;
  alias?: string | undefined;
  /** Distinguishes two with the same name. */
  detail: string;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const mostCandidates = 10;

/** The fields of an input that name participants or artifacts, as the contract declares. */
export function referencesIn({ input }: Pick<Operation, 'input'>): Reference[] {
  return Object.entries(input.shape as z.core.$ZodShape).flatMap(([field, schema]) => {
    const own = inside(schema);
    const isList = own instanceof z.ZodArray;
    const reading = readingOf(isList ? own.element : own);
    return reading?.as === 'reference' ? [{ field, kind: reading.to, isList }] : [];
  });
}

const inside = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? inside(schema.unwrap()) : schema;

/** Arguments in which every name is replaced by its id. Only names cost a look at the space. */
export async function resolved(
  references: readonly Reference[],
  backend: Backend,
  args: Arguments,
  signal: AbortSignal,
): Promise<Arguments> {
  const isName = (value: unknown) => typeof value === 'string' && value !== '' && !uuid.test(value);
  const named = references.filter(({ field }) => [args[field]].flat().some(isName));
  if (named.length === 0) return args;
  const space = await backend.run('getSpace', args, { signal, isMinimal: false });
  const ids = named.map(({ field, kind, isList }): [string, unknown] => {
    const known = isList ? addressable(space) : namedIn(space, kind);
    const idOf = (value: unknown, path: string) => (isName(value) ? theOne(kind, known, String(value), path) : value);
    const value = args[field];
    return [field, Array.isArray(value) ? value.map((each, i) => idOf(each, `${field}.${i}`)) : idOf(value, field)];
  });
  return { ...args, ...Object.fromEntries(ids) };
}

type Listed = Record<string, string | undefined>;

const listIn = (space: Record<string, unknown>, name: string): Listed[] => (Array.isArray(space[name]) ? space[name] : []);

const participantsIn = (space: Record<string, unknown>, statuses: readonly string[]): Named[] =>
  listIn(space, 'participants')
    .filter(({ status }) => statuses.includes(status ?? ''))
    .map(({ participantId, name, displayName, speaker, status }) => ({
      id: String(participantId),
      name: String(displayName ?? name),
      alias: name,
      detail: [speaker, ...(status === 'active' ? [] : [status])].join(' '),
    }));

function namedIn(space: Record<string, unknown>, kind: Kind): Named[] {
  if (kind === 'participant') return participantsIn(space, ['active', 'muted', 'waitingForApproval']);
  return listIn(space, 'artifacts').map(({ id, name, updatedAt }) => ({
    id: String(id),
    name: String(name),
    detail: `of ${updatedAt}`,
  }));
}

/** To whom a message can be directed. */
const addressable = (space: Record<string, unknown>): Named[] => participantsIn(space, ['active', 'muted']);

function theOne(kind: Kind, all: readonly Named[], given: string, field: string): string {
  const found = matching(all, given, ({ id, name, alias }) => ({
    id,
    names: [name, alias ?? name],
    isPerson: kind === 'participant',
  }));
  if (found.length === 1) return found[0]!.id;
  if (found.length > 1) throw refused(field, `is ambiguous; give one of these ids: ${listed(found)}`);
  if (all.length === 0) throw refused(field, `names no ${kind}: there is none`);
  throw refused(field, `names no ${kind}; there is ${listed(all)}`);
}

const listed = (all: readonly Named[]): string =>
  all
    .slice(0, mostCandidates)
    .map(({ id, name, detail }) => `${inQuotes(name)} ${short(id)} (${detail})`)
    .join(', ') + (all.length > mostCandidates ? ' and others' : '');

function refused(field: string, message: string): ServiceError {
  const known = Object.hasOwn(missing, field) ? missing[field as keyof typeof missing] : undefined;
  if (known) return new ServiceError(known.code, `${field} ${message}`);
  return new ServiceError('invalid_request', `${field} ${message}`, { issues: [{ field, message }] });
}
