import type { NounName } from '@parley/core';
import type { PgTable } from 'drizzle-orm/pg-core';
import { artifacts } from './artifacts.ts';
import { contents } from './contents.ts';
import { invitations } from './invitations.ts';
import { memberships } from './memberships.ts';
import type { Noun, StateNoun } from './noun.ts';
import { participants } from './participants.ts';
import { spaces } from './spaces.ts';

/** Every noun that a space has: commit, load, purge and the draft of a turn are loops over them. */
const nouns = { spaces, participants, artifacts, contents, invitations, memberships };

export type KeptName = keyof typeof nouns;
type Kept<Name extends KeptName> = (typeof nouns)[Name] extends Noun<infer _, infer Kept> ? Kept : never;

/** What is stored, by noun. */
export type Saved = { readonly [Name in KeptName]?: readonly Kept<Name>[] };

/** What most turns change of all nouns. */
export const nothing: Saved = {};

/** What is stored but does not belong to the state: no decision depends on it. */
export type Beside = Omit<Saved, NounName | 'spaces'>;

/** A noun of which only what all nouns have in common is known. */
type AnyNoun = Noun<PgTable, unknown>;
type AnyStateNoun = StateNoun<PgTable, unknown>;

export const keptNames = Object.keys(nouns) as KeptName[];
export const nounOf = (name: KeptName): AnyNoun => nouns[name] as unknown as AnyNoun;
export const stateNounOf = (name: NounName): AnyStateNoun => nouns[name] as unknown as AnyStateNoun;
