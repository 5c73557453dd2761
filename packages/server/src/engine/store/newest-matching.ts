import type { Cell, Querying } from './connection.ts';
import { arrayLiteral } from './literal.ts';
import { allOf, type TextPatterns } from './text-patterns.ts';

/** What a search continues before. */
export interface SearchedUntil {
  /** Of what is in the log; 0 for what is not. */
  readonly sequence: number;
  /** Of what is not in the log, and to compare the two. */
  readonly at: number;
}

/** How much is looked at, at a time: at most so many things, ending once they have as many bytes or so many of them match. */
export interface SearchPortion {
  readonly rows: number;
  readonly bytes: number;
  readonly matches: number;
}

/** A table whose rows are searched in the order of the log. What is not a name of columns is SQL about the row `r`. */
export interface Matchable {
  table: string;
  columns: readonly string[];
  /** When it was stored. */
  at: string;
  author: string;
  /** What is searched. */
  text: string;
  /** Which rows are searched, if not all. */
  which?: string;
  /** How many bytes are searched, about. */
  bytes: string;
  /** What it must match; by default, all patterns. */
  patternsOf?: (patterns: TextPatterns) => readonly string[];
}

export interface MatchingTerms {
  readonly spaceId: string;
  readonly patterns: TextPatterns;
  readonly authorId?: string | null | undefined;
}

interface MatchingRow {
  readonly sequence: number;
  readonly at: number;
  /** In the order of the columns. */
  readonly values: readonly Cell[];
}

export interface MatchingRows {
  readonly rows: readonly MatchingRow[];
  /** Undefined if there are no older rows. */
  readonly reached: SearchedUntil | undefined;
}

/** When the event was stored that announced a row. */
export const atOfEvent = '(select e.at_ms from events e where e.space_id = $1::uuid and e.sequence = r.sequence)';

/**
 * Reads the newest rows that match all patterns, by walking the index of the table backwards. It ends after a portion, whatever matches, and
 * says how far it came, so the last row is read too.
 */
export function newestMatching(
  querying: Querying,
  { table, columns, at, author, text, which = 'true', bytes, patternsOf = allOf }: Matchable,
) {
  const shown = columns.map((column) => `case when is_match then ${column} end`).join(', ');
  const statement = `select sequence, ${at}, is_match, is_last, ${shown} from (
      select r.*, through >= $6::bigint or n = $5::int as is_last,
        ($4::text is null or ${author} = $4::text) and ${which} and (${text}) ~ all($3::text[]) as is_match
      from (
        select r.*, ${bytes} as size, row_number() over newest as n, sum(${bytes}) over newest as through
        from ${table} r where r.space_id = $1::uuid and r.sequence < $2::bigint
        window newest as (order by r.sequence desc rows unbounded preceding)
        order by r.sequence desc limit $5::int
      ) r where through - size < $6::bigint
    ) r where is_match or is_last order by sequence desc limit $7::int`;

  return async (
    { spaceId, patterns, authorId = null }: MatchingTerms,
    before: number,
    { rows: most, bytes, matches }: SearchPortion,
  ): Promise<MatchingRows> => {
    const read = await querying.query(statement, [
      spaceId,
      before,
      arrayLiteral(patternsOf(patterns)),
      authorId,
      most,
      bytes,
      matches,
    ]);
    const last = read.at(-1);
    const isCut = last !== undefined && (last[3] === true || read.length === matches);
    return {
      rows: read
        .filter(([, , isMatch]) => isMatch === true)
        .map(([sequence, at, , , ...values]) => ({ sequence: Number(sequence), at: Number(at), values })),
      reached: isCut ? { sequence: Number(last[0]), at: Number(last[1]) } : undefined,
    };
  };
}
