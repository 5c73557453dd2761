import {
  inQuotes,
  matching,
  missing,
  readingOf,
  ServiceError,
  type Operation,
  type OperationName,
  type Referred,
} from '@parley/core';
import { z } from 'zod';
import type { Arguments, Backend } from './backend.ts';
import { short } from './page.ts';

/** A field for which a model can give a name. */
interface Reference {
  field: string;
  kind: Referred;
  isList: boolean;
}

interface Named {
  id: string;
  name: string;
  alias?: string | undefined;
  sequence?: number | undefined;
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

const isName = (value: unknown): boolean => typeof value === 'string' && value !== '' && !uuid.test(value);

/** Those for which names are given: only they cost a look at the space. */
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
  const asked = new Map<string, ReturnType<Ask>>();
  const ask: Ask = (name, query = {}) => {
    const question = `${name} ${JSON.stringify(query)}`;
    const answer = asked.get(question) ?? backend.run(name, { ...args, ...query }, { signal, isMinimal: false });
    asked.set(question, answer);
    return answer;
  };
  const ids = named.map(async ({ field, kind, isList }): Promise<[string, unknown]> => {
    const value = args[field];
    const known = await knownOf(kind, ask, isList, [value].flat().map(String));
    const idOf = (each: unknown, path: string) => (isName(each) ? theOne(kind, known, String(each), path) : each);
    return [field, Array.isArray(value) ? value.map((each, i) => idOf(each, `${field}.${i}`)) : idOf(value, field)];
  });
  return { ...args, ...Object.fromEntries(await Promise.all(ids)) };
}

type Ask = (name: OperationName, query?: Arguments) => Promise<Record<string, unknown>>;

/** What can be meant. */
async function knownOf(kind: Referred, ask: Ask, isList: boolean, given: readonly string[]): Promise<Named[]> {
  const some = (list: Listed[], id: string, name: string, detail: string): Named[] =>
    list.map((each) => ({
      id: String(each[id]),
      name: String(each[name]),
      sequence: Number(each['sequence']),
      detail: String(each[detail]),
    }));
  switch (kind) {
    case 'task':
      return some(listIn(await ask('listTasks', { state: 'all', limit: 100 }), 'tasks'), 'taskId', 'title', 'state');
    case 'file':
      return some(listIn(await ask('listFiles'), 'files'), 'fileId', 'name', 'type');
    case 'delivery': {
      const roles = ['addressee', 'sender'].map((role) => ask('listDeliveries', { role, state: 'open', limit: 1_000 }));
      const all = (await Promise.all(roles)).flatMap((page) => listIn(page, 'deliveries'));
      return some(all, 'deliveryId', 'sequence', 'state');
    }
    case 'message': {
      const numbers = given.flatMap((each) => /^#?(\d{1,15})$/.exec(each.trim())?.[1] ?? []).map(Number);
      const pages = numbers.map((number) => ask('listMessages', { after: Math.max(0, number - 1), limit: 1 }));
      const all = (await Promise.all(pages)).flatMap((page) => listIn(page, 'messages'));
      return some(all, 'id', 'sequence', 'senderName').filter(({ sequence }) => numbers.includes(sequence!));
    }
    case 'participant':
    case 'artifact': {
      const space = await ask('getSpace');
      return isList ? addressable(space) : namedIn(space, kind);
    }
  }
}

type Listed = Record<string, string | number | undefined>;

const listIn = (space: Record<string, unknown>, name: string): Listed[] => (Array.isArray(space[name]) ? space[name] : []);

const participantsIn = (space: Record<string, unknown>, statuses: readonly string[]): Named[] =>
  listIn(space, 'participants')
    .filter(({ status }) => statuses.includes(String(status)))
    .map(({ participantId, name, displayName, speaker, status }) => ({
      id: String(participantId),
      name: String(displayName ?? name),
      alias: String(name),
      detail: [speaker, ...(status === 'active' ? [] : [status])].join(' '),
    }));

function namedIn(space: Record<string, unknown>, kind: Referred): Named[] {
  if (kind === 'participant') return participantsIn(space, ['active', 'muted', 'waitingForApproval']);
  return listIn(space, 'artifacts').map(({ id, name, updatedAt }) => ({
    id: String(id),
    name: String(name),
    detail: `of ${updatedAt}`,
  }));
}

/** To whom a message can be directed. */
const addressable = (space: Record<string, unknown>): Named[] => participantsIn(space, ['active', 'muted']);

function theOne(kind: Referred, all: readonly Named[], given: string, field: string): string {
  const found = matching(all, given, ({ id, name, alias, sequence }) => ({
    id,
    names: [name, alias ?? name],
    sequence,
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
