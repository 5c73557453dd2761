import type { Participant, SearchedName, SpaceState } from '@parley/core';
import type { Environment } from './environment.ts';
import type { SearchedUntil, SearchPortion } from './store/newest-matching.ts';
import type { TextPatterns } from './store/text-patterns.ts';

/** What is looked for in a space, and for whom. */
export interface Searching {
  readonly state: SpaceState;
  readonly viewer: Participant;
  readonly env: Environment;
  readonly patterns: TextPatterns;
  /** Only what this participant wrote. */
  readonly authorId: string | undefined;
}

/** How much one call looks at, about: its last portion can exceed it. */
export interface SearchWindow {
  readonly rows: number;
  readonly ms: number;
  /** Takes the store some milliseconds. */
  readonly portion: SearchPortion;
}

/** Something that can have what is looked for. */
export interface SearchedThing {
  readonly id: string;
  readonly sequence?: number | undefined;
  readonly at: number;
  readonly authorId: string;
  /** What it is about, if that is something else. */
  readonly aboutId?: string | undefined;
  readonly authorName?: string | undefined;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
}

/** A part of all things of a kind. */
export interface SearchedPart {
  readonly things: readonly SearchedThing[];
  /** Everything from here on was looked at; undefined if there is nothing before. */
  readonly reached: SearchedUntil | undefined;
  /** How many things were looked at. */
  readonly rows: number;
}

/** How a search goes through the things of a kind. */
export interface SearchKind {
  /** The newest before a place, as many as a portion has. */
  walk(searching: Searching, before: SearchedUntil, portion: SearchPortion): SearchedPart | Promise<SearchedPart>;
}

export type SearchKinds = Readonly<Record<SearchedName, SearchKind>>;
