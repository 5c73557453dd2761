import { search, searchedNames, type SearchedName } from '@parley/core';
import type { Searching, SearchWindow } from '../../engine/searched.ts';
import type { SearchedUntil, SearchPortion } from '../../engine/store/newest-matching.ts';
import { patternsOf } from '../../engine/store/text-patterns.ts';
import { merged, type SearchPage, type Walk } from './merge.ts';

/** What is looked for, where, and how much of it. */
interface SearchWish extends Omit<Searching, 'patterns'> {
  readonly q: string;
  /** The kinds that are searched; without it, all. */
  readonly in: readonly SearchedName[] | undefined;
  readonly place: search.SearchPlace;
  readonly after: number;
  readonly limit: number;
}

interface FoundPage extends SearchPage {
  readonly matcher: search.Matcher;
}

export async function find(wish: SearchWish, window: SearchWindow): Promise<FoundPage> {
  const { q, in: names = searchedNames, place, after, limit, authorId } = wish;
  const terms = search.termsOf(q);
  const matcher = new search.Matcher(terms);
  const page = await merged(walksOf(names, { ...wish, patterns: patternsOf(terms) }), {
    ...{ place, after, limit, window },
    isFound: (thing) =>
      (authorId === undefined || thing.authorId === authorId) &&
      matcher.isIn([thing.title, thing.text].filter((text) => text !== undefined)),
    now: () => performance.now(),
  });
  return { ...page, matcher };
}

/** Participants take turns, however many searches they begin. */
function walksOf(names: readonly SearchedName[], searching: Searching): Partial<Record<SearchedName, Walk>> {
  const { env, viewer } = searching;
  const walkOf = (name: SearchedName) => (before: SearchedUntil, portion: SearchPortion) =>
    env.searchTurns.pass(viewer.participantId, async () => env.searches[name].walk(searching, before, portion));
  return Object.fromEntries(names.map((name) => [name, walkOf(name)]));
}
