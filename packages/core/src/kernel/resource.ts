import type { CaughtKind } from './caught.ts';
import type { EventType } from './event-type.ts';
import type { Limits } from './limits.ts';
import type { Fact } from './facts.ts';
import type { Instant } from './instant.ts';
import type { Missing } from './errors.ts';
import type { ResourceForModels } from './for-models.ts';
import type { Redaction } from './redaction.ts';
import type { SearchedKind } from './searched.ts';

/** A group of operations. */
export interface Tag {
  name: string;
  description: string;
  /** What `parley mcp --allow` must name for the tools that change something. */
  permission: 'send' | 'artifacts' | 'manage';
  /** Which models its operations are listed for, unless they say otherwise; without it, models get no tools for them. */
  tools?: 'participant' | 'owner' | 'other';
}

/** A reader: what decides what it can see. */
export interface Viewer {
  readonly participantId: string;
  readonly isOwner: boolean;
}

export type Audience = 'everyone' | ((viewer: Viewer) => boolean);

/** Texts in a fact that belong to something else, such as the title of a task. They are erased with the texts of that. */
interface RepeatedTexts<Body> {
  /** The fields that can have its id. */
  readonly of: readonly (keyof Body & string)[];
  /** The fact without them; itself if it has none. */
  without(body: Body, redacted: Redaction): object;
}

/** A kind of fact of the log: what is stored, and who can see it. */
export interface FactKind<Body> {
  readonly audience: 'everyone' | ((body: Body) => Audience);
  /** Earlier events have lost texts, or got newer ones: the sequence of the last of them. Copies that were read before this fact still have the texts. */
  readonly erasedThrough?: (body: Body) => number | undefined;
  /** Of a frequent kind: bodies without these letters erase nothing, and are not parsed. */
  readonly erasesOnlyWith?: string;
  readonly texts?: RepeatedTexts<Body>;
  /** Fields with the name of a participant, and the field with its id. */
  readonly names?: { readonly [Field in keyof Body & string]?: keyof Body & string };
}

/** Declares what the log stores about an event, and who can see it. */
export const fact = <Body>(
  audience: FactKind<Body>['audience'],
  traits: Omit<FactKind<Body>, 'audience'> = {},
): FactKind<Body> => ({ audience, ...traits });

/** What the state needs to know about an entity. */
export interface EntityTraits<Entity> {
  idOf(entity: Entity): string;
  /** SHA-256 of the keys that it holds or held. */
  keyHashesOf?(entity: Entity): readonly string[];
  /** Characters of text in it, if there can be many: what callers wrote, and lists of ids. */
  charactersOf(entity: Entity): number;
  /** Bytes that it adds to the stored size of a space, besides its events. */
  bytesOf?(entity: Entity): number;
  /** Items that the state can forget. */
  beyond?(all: Iterable<Entity>): readonly Entity[];
  /** When time alone changes it next. */
  dueAt?(entity: Entity): Instant | undefined;
  /** The same, if time changes it at another instant. */
  withDue?(entity: Entity, at: Instant): Entity;
  /** What it becomes then, and the fact that says so. */
  lapse?(entity: Entity, now: Instant): { changed: Entity; fact: Fact };
  /** What the end of the space makes of it: nothing, another one, or `null` if it is forgotten. The end is the last event. */
  atEnd?(entity: Entity): Entity | undefined | null;
  /** What it becomes when a participant loses its name, if it has a copy of that. */
  renamed?(entity: Entity, participantId: string, name: string): Entity | undefined;
}

/** Declares an entity of the state: decisions depend on it, and every change increments `rev`. */
export const entity = <Entity>(traits: EntityTraits<Entity>): EntityTraits<Entity> => traits;

/** All that the other parts of the product read about a resource. */
export interface Declaration {
  tag: Tag;
  operations(limits: Limits): Readonly<Record<string, object>>;
  /** Bodies of its events, by name. */
  events?: Readonly<Record<string, object>>;
  /** What the log stores for these. */
  facts?: Readonly<Record<string, FactKind<never>>>;
  /** Traits of the entities of the state that it adds. */
  entities?: Readonly<Record<string, object>>;
  /** The HTTP statuses of its error codes. */
  errors?: Readonly<Record<string, number>>;
  /** Fields of an error that say more. */
  errorDetails?: Readonly<Record<string, object>>;
  /** What is missing where a path parameter identifies nothing. */
  missing?: Readonly<Record<string, Missing>>;
  /** Sizes that a deployment can set, with their defaults. */
  limits?: Readonly<Record<string, number>>;
  /** What callers who have not read the documentation call its fields. Case, `_`, `-` and a plural do not count. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  /** Lists of what waits for a reader, by their names in a catch-up. */
  todo?: Readonly<Record<string, CaughtKind>>;
  /** What has ended, in a catch-up, by the event that says so: with `sequence`, and an id that nothing else has. */
  decided?: Readonly<Record<string, CaughtKind>>;
  /** What of it a search finds, by the names of kinds in a search. */
  searched?: Readonly<Record<string, SearchedKind>>;
  /** What programs outside can subscribe to, by name. */
  eventTypes?: Readonly<Record<string, EventType>>;
  forModels?: ResourceForModels;
}

/** Declares a resource: `resources/index.ts` lists all. */
export const resource = <const Declared extends Declaration>(declared: Declared): Declared => declared;
