import { assertArguments } from './arguments.ts';
import { ConflictError, NotFoundError } from './errors.ts';
import { matching } from './generated/names.ts';
import type { ParticipantStatus, ParticipantView } from './types.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Participants and artifacts are found by id or by name; anything in the format of an id is taken as an id. */
export function isId(idOrName: string): boolean {
  assertArguments({ idOrName: 'name' }, { idOrName });
  return uuid.test(idOrName);
}

interface Named {
  name?: string;
  /** What tells a participant apart from others, such as `Ann (2)`. */
  displayName?: string;
  title?: string;
  sequence?: number;
}

/** All that can be meant. */
export const meant = <Each extends Named>(
  noun: string,
  query: string,
  all: readonly Each[],
  idOf: (each: Each) => string,
): Each[] =>
  matching(all, query, (each) => ({
    id: idOf(each),
    names: [each.displayName, each.name ?? each.title ?? ''].filter((name) => name !== undefined),
    sequence: each.sequence,
    isPerson: noun === 'participant',
  }));

/**
 * The only item that is meant: by its name or title, its number or the start of its id.
 * @throws {NotFoundError} when there is none.
 * @throws {ConflictError} with `code` `ambiguous_name` when there are several.
 */
export function onlyOne<Each extends Named>(
  noun: string,
  query: string,
  all: readonly Each[],
  idOf: (each: Each) => string,
): Each {
  const found = meant(noun, query, all, idOf);
  if (!found[0]) throw new NotFoundError(`There is no ${noun} called "${query}"`, { status: 404, code: `${noun}_not_found` });
  if (found.length === 1) return found[0];
  const ids = found.map(idOf).join(', ');
  const message = `${found.length} ${noun}s are called "${query}"; use an id instead: ${ids}`;
  throw new ConflictError(message, { status: 409, code: 'ambiguous_name' });
}

const idOf = ({ participantId }: ParticipantView): string => participantId;

/**
 * The participant with a name. Participants with a suitable status come first; if there are none, the refusal of the service says why.
 */
export function named(all: readonly ParticipantView[], name: string, statuses: readonly ParticipantStatus[]): ParticipantView {
  const fitting = all.filter(({ status }) => statuses.includes(status));
  return onlyOne('participant', name, meant('participant', name, fitting, idOf).length > 0 ? fitting : all, idOf);
}

/** The ids of participants by ids or names. `look` reads the space, if there is a name. */
export async function idsOf(
  all: readonly string[],
  look: () => PromiseLike<{ participants: readonly ParticipantView[] }>,
): Promise<string[]> {
  if (all.every(isId)) return [...all];
  const { participants } = await look();
  return all.map((each) => (isId(each) ? each : named(participants, each, ['active', 'muted']).participantId));
}
