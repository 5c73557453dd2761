import type { EntityName, Instant, Participant, Redaction, SpaceState } from '@parley/core';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Environment } from './environment.ts';
import type { ExportKind } from './exported.ts';
import type { SearchKind } from './searched.ts';
import type { Upkeep, UpkeepOptions } from './schedule/upkeep.ts';
import type { Database } from './store/database.ts';
import type { TableMapping } from './store/mapping.ts';
import type { Effects } from './write/effects.ts';

/** Who asks what waits for it. */
export interface Reader {
  readonly state: SpaceState;
  readonly caller: Participant;
  readonly now: Instant;
}

/** All that the engine and the surfaces read about a resource in this package; core declares the rest. */
export interface ServerDeclaration {
  /** What happens, by the name of the operation in the contract. */
  readonly operations: object;
  /** How its entities are stored. */
  readonly tables?: Readonly<Record<string, Pick<TableMapping<PgTable, never>, 'idOf'>>>;
  /** What its operations read outside of the state, by the name in the environment. */
  readonly queries?: (database: Database) => Readonly<Record<string, object>>;
  /** Views of its events whose fields differ from those of their facts. */
  readonly views?: object;
  /** What of it waits for a reader, by the lists of a catch-up that core declares. */
  readonly todo?: Readonly<Record<string, (reader: Reader) => readonly object[]>>;
  /** What has ended, by the event whose fact says so; undefined for a fact that says something else. */
  readonly decided?: Readonly<Record<string, (fact: never, sequence: number) => object | undefined>>;
  /** Its kinds of lines in an export, by what each line begins with. */
  readonly exports?: Readonly<Record<string, ExportKind>>;
  /** How a search goes through what core declares as searched. */
  readonly searches?: Readonly<Record<string, SearchKind>>;
  /** Texts of it that can be erased, by the field that names what has them. */
  readonly texts?: Readonly<Record<string, ErasableTexts>>;
  /** What it needs done without a caller. */
  readonly upkeep?: (queries: never, options: UpkeepOptions) => Upkeep;
  /** What stays stored because its entities name it. */
  readonly pins?: (queries: never) => Pins;
}

/** Old versions of another resource that upkeep must not take, as long as these entities name them. */
export interface Pins {
  /** These pin: whatever adds one changes the state. */
  readonly entity: EntityName;
  /** The versions that they pin of one entity of the other resource, also those that have left the state. */
  find(spaceId: string, id: string): Promise<readonly number[]>;
}

/** What the answer to a retry must not say again, although the record of the first answer does. */
export interface ErasableTexts {
  /** How the texts of one thing were erased, if they were. */
  redactionOf(spaceId: string, id: string, env: Environment): Promise<Redaction | undefined>;
  /** An answer about it without them. */
  without(answer: never, redacted: Redaction): object;
  /** What is erased with the account of who wrote it. */
  readonly written: readonly WrittenTexts[];
}

/** Where to look for what a participant wrote: some of it after an id, in the order of the ids. */
export interface AuthorPlace {
  readonly spaceId: string;
  readonly participantId: string;
  readonly after: string;
  readonly limit: number;
}

/** Texts of one kind that people write. */
export interface WrittenTexts {
  /** The ids of what has texts of a participant that are not erased. */
  find(place: AuthorPlace, env: Environment): Promise<string[]>;
  /** Reads the texts at one id. Returns what erases them, which throws `Outdated` if there can be more by then. */
  erasing(author: WrittenText, env: Environment): Promise<Erasing>;
}

interface WrittenText extends Pick<AuthorPlace, 'spaceId' | 'participantId'> {
  readonly id: string;
  /** The space before the texts are read. */
  readonly known: SpaceState;
}

type Erasing = (state: SpaceState, redaction: Redaction) => Effects<unknown>;

/** Declares the server's part of a resource: `resources/index.ts` lists all. */
export const serverResource = <const Declared extends ServerDeclaration>(declared: Declared): Declared => declared;
