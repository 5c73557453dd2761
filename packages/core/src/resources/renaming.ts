import type { Fact, FactName } from '../kernel/facts.ts';
import type { FactKind } from '../kernel/resource.ts';
import type { Changes, SpaceState } from '../kernel/state.ts';
import { part } from './index.ts';
import { entityNames, entityTraits } from './state.ts';

const kinds: Readonly<Record<FactName, FactKind<never>>> = part('facts');

/** The kinds of facts that contain names of participants. */
export const namingFacts = (Object.keys(kinds) as FactName[]).filter((event) => kinds[event].names !== undefined);

/** A participant with another name, and everything of the state that has a copy of its name. */
export function renamed(state: SpaceState, participantId: string, name: string): Changes {
  const changes: Record<string, unknown[]> = {};
  for (const entity of entityNames) {
    const rename = entityTraits[entity].renamed;
    if (!rename) continue;
    const changed = [...state[entity].values()].flatMap((each) => rename(each, participantId, name) ?? []);
    if (changed.length > 0) changes[entity] = changed;
  }
  return changes;
}

/** A fact with another name of a participant; undefined if it does not contain its name. */
export function renamedIn<Kind extends Fact>({ event, body }: Kind, participantId: string, name: string): Kind | undefined {
  const fields = body as unknown as Record<string, unknown>;
  const changed = Object.entries<string | undefined>(kinds[event].names ?? {}).filter(
    ([field, id]) => fields[id!] === participantId && fields[field] !== undefined && fields[field] !== name,
  );
  if (changed.length === 0) return undefined;
  // The order of the fields stays: an index of the store finds some by their place.
  return { event, body: { ...fields, ...Object.fromEntries(changed.map(([field]) => [field, name])) } } as unknown as Kind;
}
