import { Failure } from './failures.ts';

export interface Handle {
  id: string;
  /** Another way to refer to it. */
  name?: string | undefined;
  /** How it is shown, if not by its name. */
  label?: string | undefined;
}

/** Finds an item by its id, its name, or the start of its id. */
export function theOne<T>(kind: string, items: readonly T[], query: string, handleOf: (item: T) => Handle): T {
  const handles = items.map((item) => ({ item, ...handleOf(item) }));
  const wanted = query.normalize().toLowerCase();
  const begins = ({ id }: Handle) => wanted !== '' && id.startsWith(wanted);
  // A name never wins over the start of an id. Otherwise a participant could take a name to be mistaken for another.
  const ways: ((handle: Handle) => boolean)[] = [
    ({ id }) => id === wanted,
    (handle) => handle.name === query || begins(handle),
    ({ name }) => name?.normalize().toLowerCase() === wanted,
  ];
  for (const isMeant of ways) {
    const [found, ...others] = handles.filter(isMeant);
    if (!found) continue;
    if (others.length === 0) return found.item;
    throw new Failure('usage', `“${query}” is ambiguous: ${listed([found, ...others])}`, 'use more characters of the id');
  }
  throw new Failure(
    'notFound',
    `There is no ${kind} “${query}”`,
    handles.length > 0 ? `available: ${listed(handles)}` : undefined,
  );
}

const most = 5;

function listed(handles: readonly Handle[]): string {
  const some = handles.slice(0, most).map(({ id, name, label = name }) => `${label} ${short(id)}`);
  return some.join(', ') + (handles.length > most ? ', …' : '');
}

/** The part of an id that is shown to people. */
export const short = (id: string): string => id.slice(0, 8);

/** Whether what a server sent is an id, so that it can stand in a command that users copy. */
export const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f-]{36}$/.test(value);
