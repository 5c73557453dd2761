import { meant, onlyOne } from './naming.ts';

interface Titled {
  title: string;
  sequence?: number;
}

/** Which page of a list: of what has not ended, or of all, older than a sequence. */
export interface PagePlace {
  state: 'open' | 'all';
  before: number | undefined;
}

/**
 * The id of what has a title, or `#` and its number. What has not ended comes first.
 * @throws {NotFoundError} when there is none.
 * @throws {ConflictError} with `code` `ambiguous_name` when there are several.
 */
export async function idByTitle<Each extends Titled>(
  noun: string,
  title: string,
  page: (place: PagePlace) => PromiseLike<{ hasMore: boolean; each: readonly Each[] }>,
  idOf: (each: Each) => string,
): Promise<string> {
  const all = async (state: PagePlace['state']): Promise<Each[]> => {
    const found: Each[] = [];
    for (;;) {
      const { each, hasMore } = await page({ state, before: found.at(-1)?.sequence });
      found.push(...each);
      if (!hasMore) return found;
    }
  };
  const open = await all('open');
  const isOpen = meant(noun, title, open, idOf).length > 0;
  return idOf(onlyOne(noun, title, isOpen ? open : await all('all'), idOf));
}
