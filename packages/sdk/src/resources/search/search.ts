import { assertArguments, assertOptions, callOptions, dateTimeOf } from '../../arguments.ts';
import type { SpaceCalls } from '../../calls.ts';
import type { SearchResult, SearchResults } from '../../generated/types.ts';
import { idsOf } from '../../naming.ts';
import { lookupOptions, type CallOptions } from '../../options.ts';

/** Things of a kind that a search finds. */
export type SearchedKind = `${SearchResult['kind']}s`;

/**
 * Where and how far back to search.
 * @see docs/sdk.md#search
 */
export interface SearchOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** The kinds of things to search; default: all. */
  in?: SearchedKind | readonly SearchedKind[] | undefined;
  /** Only what this participant wrote: an id, or the name of one who is in the space. */
  from?: string | undefined;
  /** Only what is older. */
  before?: Date | string | undefined;
  /** Only what is newer. */
  after?: Date | string | undefined;
  /** Results of one call; default 20, at most 50. */
  limit?: number | undefined;
  /** Continues where the window of an earlier search with this `cursor` ended. */
  cursor?: string | undefined;
}

/**
 * What is found in a space, newest first: `for await (const result of space.search('plan'))`. It asks for more until the beginning of the
 * space, so leave the loop when you have enough.
 * @see docs/sdk.md#search
 */
export class Search implements AsyncIterable<SearchResult> {
  readonly #space: SpaceCalls;
  readonly #query: string;
  readonly #options: SearchOptions;

  /** @internal */
  constructor(space: SpaceCalls, query: string, options: SearchOptions) {
    assertArguments({ query: 'name' }, { query });
    assertOptions(
      {
        ...callOptions,
        in: 'names?',
        from: 'name?',
        before: 'instant?',
        after: 'instant?',
        limit: 'integer?',
        cursor: 'string?',
      },
      options,
    );
    this.#space = space;
    this.#query = query;
    this.#options = options;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SearchResult, void, undefined> {
    for await (const { results } of this.windows()) yield* results;
  }

  /**
   * The answers one by one. Each looks at a bounded part of the space, so it can be without results: `searchedBack` says how far the search
   * has come, and `cursor` continues it later.
   * @throws {InvalidRequestError} when the query is too long, or has no word or too many.
   * @throws {NotFoundError} when nobody is called `from`.
   * @throws {KeyError} when your key no longer works.
   */
  async *windows(): AsyncGenerator<SearchResults, void, undefined> {
    const { in: kinds, from, before, after, limit, cursor: start, ...options } = this.#options;
    const look = () => this.#space.get(lookupOptions(options));
    const [author] = from === undefined ? [] : await idsOf([from], look);
    const asked = {
      q: this.#query,
      in: kinds === undefined ? undefined : [kinds].flat().join(','),
      from: author,
      before: before === undefined ? undefined : dateTimeOf(before),
      after: after === undefined ? undefined : dateTimeOf(after),
      limit,
    };
    let cursor = start;
    do {
      const window: SearchResults = await this.#space.call('searchSpace', { ...asked, cursor }, options);
      yield window;
      ({ cursor } = window);
    } while (cursor !== undefined);
  }
}
