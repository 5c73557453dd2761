import type { EntityName } from '@parley/core';
import type { PgTable } from 'drizzle-orm/pg-core';
import { artifacts } from './artifacts.ts';
import { deliveries } from './deliveries.ts';
import { fileChunks } from './file-chunks.ts';
import { fileLinks } from './file-links.ts';
import { files } from './files.ts';
import { invitations } from './invitations.ts';
import { memberships } from './memberships.ts';
import type { Noun, StateNoun } from './noun.ts';
import { participants } from './participants.ts';
import { presence } from './presence.ts';
import { proposals } from './proposals.ts';
import { proposedChanges } from './proposed-changes.ts';
import { signals } from './signals.ts';
import { spaces } from './spaces.ts';
import { spending } from './spending.ts';
import { taskTexts } from './task-texts.ts';
import { tasks } from './tasks.ts';
import { versions } from './versions.ts';
import { wakes } from './wakes.ts';

/** Every noun of a space: commit, load, purge and the draft of a turn are loops over them. */
const nouns = {
  spaces,
  participants,
  artifacts,
  versions,
  proposals,
  proposedChanges,
  tasks,
  taskTexts,
  files,
  fileChunks,
  fileLinks,
  invitations,
  memberships,
  deliveries,
  spending,
  presence,
  wakes,
  signals,
};

export type KeptName = keyof typeof nouns;
export type Kept<Name extends KeptName> = (typeof nouns)[Name] extends Noun<infer _, infer Kept> ? Kept : never;

/** What to store, by noun. */
export type Saved = { readonly [Name in KeptName]?: readonly Kept<Name>[] };

/** Most turns change no noun. */
export const nothing: Saved = {};

/** Rows outside the state. A decision that depends on one must read it first. */
export type Beside = Omit<Saved, EntityName | 'spaces'>;

/** What all nouns have in common. */
type AnyNoun = Noun<PgTable, unknown>;
type AnyStateNoun = StateNoun<PgTable, unknown>;

export const keptNames = Object.keys(nouns) as KeptName[];
export const nounOf = (name: KeptName): AnyNoun => nouns[name] as unknown as AnyNoun;
export const stateNounOf = (name: EntityName): AnyStateNoun => nouns[name] as unknown as AnyStateNoun;
