import type { Space } from './space.ts';

/** What a space contains, by name: every change increments `rev`. Each resource adds its own. */
export interface Entities {}

export type EntityName = keyof Entities;

/** Everything that a decision about a space can depend on. Immutable: `apply` returns the next state. */
export type SpaceState = {
  readonly space: Space;
  /** The id of the participant or invitation that holds or held a key, by the SHA-256 of the key. */
  readonly holders: ReadonlyMap<string, string>;
} & { readonly [Name in EntityName]: ReadonlyMap<string, Entities[Name]> };

type Some = { readonly [Name in EntityName]?: readonly Entities[Name][] };

/** The difference to the next state: what is new or changed, by name, and what is forgotten to make room. */
export interface Changes extends Some {
  readonly space?: Space;
  readonly forgotten?: Some;
}
