import type { EventBody, FactName, Facts, Instant, Visibility, SpaceState } from '@parley/core';
import type { KnownPresence } from './reach.ts';

/** A fact as the log of a space stores it. */
export interface Logged {
  readonly spaceId: string;
  readonly event: FactName;
  readonly sequence: number;
  readonly at: Instant;
  /** The fact as JSON. */
  readonly body: string;
}

/** What a view needs besides the fact. */
export interface ViewContext {
  readonly spaceId: string;
  readonly publicUrl: string;
}

/** The body of an event, made from its fact. */
export type EventView<Name extends FactName> = (fact: Facts[Name], place: ViewContext) => Omit<EventBody<Name>, 'sequence'>;

/** What a reader sees of a state. */
export interface Scene {
  readonly state: SpaceState;
  readonly visibility: Visibility;
  /** The participant who reads, if it is one. */
  readonly viewerId: string | undefined;
  /** The instant of the last event of the space. */
  readonly lastEventAt: Instant;
  readonly now: Instant;
}

/** What streams show of facts and states. The resources say it. */
export interface StreamViews {
  /** An event as JSON, the same for everyone who can see it. */
  event(logged: Logged): string;
  /** The `context` event as JSON. `isExact`: the reach of the participants must be that of `now`. */
  context(scene: Scene, presence: KnownPresence, isExact: boolean): string;
  /** Whether `context` is the same for two states. */
  hasSameContext(a: SpaceState, b: SpaceState): boolean;
}
