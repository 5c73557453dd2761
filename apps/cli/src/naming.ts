import { matching, type Handle } from '@parley/core/names';
import { Failure } from './failure.ts';

interface NamedThing extends Handle {
  /** How it is shown, if not by its name. */
  label?: string | undefined;
}

/** Finds what a user has named. */
export function theOne<T>(kind: string, items: readonly T[], query: string, handleOf: (item: T) => NamedThing): T {
  const [found, ...others] = matching(items, query, handleOf);
  if (found && others.length === 0) return found;
  if (found)
    throw new Failure(
      'usage',
      `“${query}” is ambiguous: ${listed([found, ...others].map(handleOf))}`,
      'use more characters of the id',
    );
  const hint = items.length > 0 ? `available: ${listed(items.map(handleOf))}` : undefined;
  throw new Failure('notFound', `There is no ${kind} “${query}”`, hint);
}

const most = 5;

function listed(handles: readonly NamedThing[]): string {
  const some = handles.slice(0, most).map(({ id, names, label = names?.[0] ?? '' }) => `${label} ${short(id)}`);
  return some.join(', ') + (handles.length > most ? ', …' : '');
}

/** The part of an id that is shown to people. */
export const short = (id: string): string => id.slice(0, 8);

/** Whether what a server sent is an id, so that it can stand in a command that users copy. */
export const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f-]{36}$/.test(value);
