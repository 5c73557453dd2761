import type { Environment } from '../engine/environment.ts';
import type { SearchKind } from '../engine/searched.ts';
import {
  atOfEvent,
  type Matchable,
  type MatchingRows,
  type MatchingTerms,
  type SearchPortion,
} from '../engine/store/newest-matching.ts';

interface TitledTable {
  table: string;
  /** Names of the id, the title, the author and its name. */
  columns: readonly [id: string, title: string, author: string, authorName: string];
  /** SQL of what it says besides its title, and of how long that is, about a row `r`; null if there is none. */
  text: string;
  bytes: string;
}

/** How things are searched that have a title and can have a text. */
export const titled = ({ table, columns, text, bytes }: TitledTable): Matchable => ({
  table,
  columns: [...columns, text],
  at: atOfEvent,
  author: `r.${columns[2]}::text`,
  text: `r.${columns[1]} || e'\\n' || coalesce(${text}, '')`,
  which: 'r.redacted is null',
  bytes: `coalesce(${bytes}, 0) + octet_length(r.${columns[1]})`,
});

type FindMatching = (wanted: MatchingTerms, before: number, portion: SearchPortion) => Promise<MatchingRows>;

export const titledSearch = (findIn: (env: Environment) => FindMatching): SearchKind => ({
  async walk({ state, env, patterns, authorId }, before, portion) {
    const { spaceId } = state.space;
    const { rows, reached } = await findIn(env)({ spaceId, patterns, authorId }, before.sequence, portion);
    const things = rows.map(({ sequence, at, values: [id, title, author, name, text] }) => ({
      ...{ id: String(id), sequence, at, authorId: String(author), authorName: String(name), title: String(title) },
      ...(text !== null && { text: String(text) }),
    }));
    return { things, reached, rows: reached ? portion.rows : rows.length };
  },
});
