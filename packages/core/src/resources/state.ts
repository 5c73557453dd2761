import type { EntityTraits } from '../kernel/resource.ts';
import type { Space } from '../kernel/space.ts';
import type { Changes, EntityName, Entities, SpaceState } from '../kernel/state.ts';
import { part } from './index.ts';
import { create } from './spaces/rules.ts';

/** What distinguishes the entities of a state. */
export const entities: { readonly [Name in EntityName]: EntityTraits<Entities[Name]> } = part('entities');

export const entityNames = Object.keys(entities) as EntityName[];

/**
 * For loops over all entities, which use only what all entities have in common.
 * @alias
 */
export const entityTraits: Readonly<Record<EntityName, EntityTraits<unknown>>> = entities;

/** A state that contains only the space itself. */
export function emptyState(space: Space): SpaceState {
  const maps = Object.fromEntries(entityNames.map((name) => [name, new Map()]));
  return { space, holders: new Map(), ...maps } as unknown as SpaceState;
}

/** The state of a new space. */
export function newSpace(...wish: Parameters<typeof create>): SpaceState {
  const created = create(...wish);
  return apply(emptyState(created.space), created);
}

export function apply(state: SpaceState, changes: Changes): SpaceState {
  let changed = changes.space ? { ...state, space: changes.space } : state;
  for (const name of entityNames) {
    if (changes[name]?.length || changes.forgotten?.[name]?.length) changed = applyTo(name, changed, changes);
  }
  return changed;
}

function applyTo(name: EntityName, state: SpaceState, changes: Changes): SpaceState {
  const changed = changes[name] ?? [];
  const forgotten = changes.forgotten?.[name] ?? [];
  const { idOf, keyHashesOf, beyond } = entityTraits[name];
  const byId = new Map<string, unknown>(state[name]);
  const byKey = keyHashesOf && new Map(state.holders);
  const forgetKeys = (each: unknown) => keyHashesOf?.(each).forEach((hash) => byKey!.delete(hash));
  for (const each of changed) {
    const id = idOf(each);
    if (byId.has(id)) forgetKeys(byId.get(id));
    byId.set(id, each);
    keyHashesOf?.(each).forEach((hash) => byKey!.set(hash, id));
  }
  for (const each of [...forgotten, ...(beyond?.(byId.values()) ?? [])]) {
    byId.delete(idOf(each));
    forgetKeys(each);
  }
  return { ...state, [name]: byId, ...(byKey && { holders: byKey }) };
}
