import { assertArguments } from './arguments.ts';
import { ConflictError } from './conflicts.ts';
import { NotFoundError } from './errors.ts';
import type { ParticipantStatus, ParticipantView } from './types.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Participants and artifacts are found by id or by name; anything in the format of an id is taken as an id. */
export function isId(idOrName: string): boolean {
  assertArguments({ idOrName: 'name' }, { idOrName });
  return uuid.test(idOrName);
}

/**
 * The only item with that name.
 * @throws {NotFoundError} when there is none.
 * @throws {ConflictError} with `code` `ambiguous_name` when there are several.
 */
export function onlyOne<Each extends { name: string }>(
  noun: 'participant' | 'artifact' | 'file',
  name: string,
  all: readonly Each[],
  idOf: (each: Each) => string,
): Each {
  const found = meant(name, all, noun === 'participant');
  if (!found[0]) throw new NotFoundError(`There is no ${noun} called "${name}"`, { status: 404, code: `${noun}_not_found` });
  if (found.length === 1) return found[0];
  const ids = found.map(idOf).join(', ');
  const message = `${found.length} ${noun}s are called "${name}"; use an id instead: ${ids}`;
  throw new ConflictError(message, { status: 409, code: 'ambiguous_name' });
}

/** Those with the name, otherwise those with the name in another case. `@Ann` can mean both Ann and a participant called “@Ann”. */
function meant<Each extends { name: string }>(name: string, all: readonly Each[], isPerson: boolean): Each[] {
  const names = isPerson && name.startsWith('@') ? [name, name.slice(1)] : [name];
  const exact = all.filter((each) => names.includes(each.name));
  return exact.length > 0 ? exact : all.filter((each) => names.some((wanted) => folded(wanted) === folded(each.name)));
}

const folded = (text: string): string => text.normalize().toLowerCase();

/**
 * The participant with a name. Participants with a suitable status come first; if there are none, the refusal of the service says why.
 */
export function named(all: readonly ParticipantView[], name: string, statuses: readonly ParticipantStatus[]): ParticipantView {
  const fitting = meant(
    name,
    all.filter(({ status }) => statuses.includes(status)),
    true,
  );
  return onlyOne('participant', name, fitting.length > 0 ? fitting : all, ({ participantId }) => participantId);
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
