import { displayName, search, type InputOf, type SearchedName, type SearchResult, type SpaceState } from '@parley/core';
import type { Environment } from '../../engine/environment.ts';
import { read } from '../../engine/operation.ts';
import { dateTime } from '../../engine/present/time.ts';
import { find } from './find.ts';
import type { FoundThing } from './merge.ts';

export const searchSpace = read<'searchSpace'>(async ({ input, state, caller, env }, head) => {
  const { q, from, in: names, after = -1, limit } = input;
  const place = await placeOf(input, head.sequence, env);
  const wish = { q, in: names?.split(',') as SearchedName[] | undefined, place, after, limit, authorId: from };
  const { found, next, matcher } = await find({ ...wish, state, viewer: caller, env }, env.searchWindow);
  return {
    results: found.map((thing) => resultOf(thing, matcher, state)),
    ...(next && { cursor: search.cursorOf(next) }),
    hasMore: next !== undefined,
    searchedBack: dateTime(next?.before.at ?? Math.max(after, state.space.createdAt)),
  };
});

/** Where the search begins. */
async function placeOf(
  { spaceId, cursor, before }: InputOf<'searchSpace'>,
  head: number,
  { events }: Pick<Environment, 'events'>,
): Promise<search.SearchPlace> {
  if (cursor !== undefined) return search.placeOfCursor(cursor)!;
  if (before === undefined) return { sequence: head + 1, before: { at: Number.MAX_SAFE_INTEGER } };
  return { sequence: (await events.firstSince(spaceId, before)) ?? head + 1, before: { at: before } };
}

function resultOf(thing: FoundThing, matcher: search.Matcher, state: SpaceState): SearchResult {
  const { kind, id, sequence, at, authorId, aboutId, title, text } = thing;
  const author = state.participants.get(authorId);
  const authorName = thing.authorName ?? (author && displayName(state, author));
  const shown = [text, title].find((each) => each !== undefined && matcher.spansIn(each).length > 0);
  return {
    ...{ kind: search.searchedKinds[kind].one, id, at: dateTime(at), authorId },
    ...(sequence !== undefined && { sequence }),
    ...(aboutId !== undefined && { aboutId }),
    ...(authorName !== undefined && { authorName }),
    ...(title !== undefined && { title }),
    ...search.excerptOf(shown ?? '', matcher),
  };
}
