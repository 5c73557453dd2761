interface ListPage {
  before?: number | undefined;
  limit: number;
}

/** The newest of a list in memory, newest first. As in the store, all of the last millisecond, because the next page starts before it. */
export function newestOf<Each extends { readonly createdAt: number }>(
  all: Iterable<Each>,
  { before = Infinity, limit }: ListPage,
): { page: Each[]; hasMore: boolean } {
  const older = [...all]
    .toReversed()
    .filter(({ createdAt }) => createdAt < before)
    .toSorted((a, b) => b.createdAt - a.createdAt);
  const last = older[limit - 1]?.createdAt ?? -Infinity;
  const page = older.filter(({ createdAt }) => createdAt >= last);
  return { page, hasMore: page.length < older.length };
}

/** A page of which one more was read than it can have. */
export function pageOf<Each>(read: readonly Each[], limit: number): { page: readonly Each[]; hasMore: boolean } {
  return { page: read.slice(0, limit), hasMore: read.length > limit };
}

const listedAtATime = 100;

/** All of a list that is read in pages, newest first. */
export async function* allBefore<Each>(
  end: number,
  pageBefore: (before: number, limit: number) => Promise<readonly Each[]>,
  placeOf: (each: Each) => number,
): AsyncGenerator<Each> {
  for (let before = end; ;) {
    const page = await pageBefore(before, listedAtATime);
    yield* page;
    if (page.length < listedAtATime) return;
    before = placeOf(page.at(-1)!);
  }
}
