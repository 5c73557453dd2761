import type { Participant, SpaceState } from '@parley/core';
import type { Environment } from './environment.ts';

/** Which content of a space is exported, and for whom. Its end is fixed: later events and versions do not belong to it. */
export interface Exported {
  readonly state: SpaceState;
  readonly viewer: Participant;
  /** The sequence of its last event. */
  readonly end: number;
  readonly now: number;
  readonly env: Environment;
  /** Throws once the key no longer works; returns the present end of the log. Called before everything that is read. */
  assertAdmitted(): Promise<number>;
}

/** A kind of lines in an export. */
export interface ExportKind {
  /** Another kind: these lines follow the one that they belong to. */
  readonly of?: string;
  /** What the lines contain. */
  lines(exported: Exported, of: unknown): Iterable<object> | AsyncIterable<object>;
  /** What a transcript says of it, in Markdown, below what it belongs to. */
  transcript?(exported: Exported, of: unknown): AsyncIterable<string>;
}
