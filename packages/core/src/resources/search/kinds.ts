import { part, type Part } from '../index.ts';

/** The kinds of things in which a search looks, as it calls them. */
export type SearchedName = keyof Part<'searched'>;

export const searchedKinds: Part<'searched'> = part('searched');
export const searchedNames = Object.keys(searchedKinds) as SearchedName[];

/** What one thing is called in a result. */
export const searchedThings = Object.values(searchedKinds).map(({ one }) => one);
