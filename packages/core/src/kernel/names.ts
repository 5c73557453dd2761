/** How a thing can be named. */
export interface Handle {
  id: string;
  /** Its name or title, and other words for it. */
  names?: readonly string[] | undefined;
  /** The number that lists show, such as `#18`. */
  sequence?: number | undefined;
  /** `@Ann` means Ann. */
  isPerson?: boolean | undefined;
}

/** Fewer characters of an id could be a name. */
const leastOfId = 4;

const folded = (text: string): string => text.normalize().trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * What is meant by an id, the start of one, `#` and a number, a number, a name or title in any case, or `@` and the name of a participant.
 * One rule for every surface: several matches are ambiguous, and never a guess. A name never wins over the start of an id, and one that
 * begins with `@` not over the name without it. Otherwise a participant could take a name to be mistaken for another.
 */
export function matching<T>(all: readonly T[], query: string, handleOf: (item: T) => Handle): T[] {
  const [exact, wanted] = [query.trim(), folded(query)];
  const number = /^#?\d+$/.test(exact) ? Number(exact.replace('#', '')) : undefined;
  const isCalled = ({ names = [], isPerson }: Handle, text: string, as = (name: string) => name) =>
    names.some((name) => as(name) === text || (isPerson && `@${as(name)}` === text));
  const ways: ((handle: Handle) => boolean)[] = [
    ({ id }) => id === wanted,
    (handle) =>
      isCalled(handle, exact) ||
      (wanted.length >= leastOfId && handle.id.startsWith(wanted)) ||
      (number !== undefined && handle.sequence === number),
    (handle) => isCalled(handle, wanted, folded),
  ];
  for (const isMeant of ways) {
    const found = all.filter((item) => isMeant(handleOf(item)));
    if (found.length > 0) return found;
  }
  return [];
}
