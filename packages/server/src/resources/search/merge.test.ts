import { search, type SearchedName } from '@parley/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchedPart, SearchedThing, SearchWindow } from '../../engine/searched.ts';
import type { SearchedUntil } from '../../engine/store/newest-matching.ts';
import { merged, type FoundThing, type Walk } from './merge.ts';

const matches = ({ text }: SearchedThing): boolean => text === 'found';

/** A kind in the log: its place is a sequence, and its instants grow with that. */
const inLog =
  (things: readonly FoundThing[], atATime: number): Walk =>
  ({ sequence }, { matches: most }): SearchedPart => {
    const older = things.filter((each) => each.sequence! < sequence).toSorted((a, b) => b.sequence! - a.sequence!);
    const part: FoundThing[] = [];
    for (const each of older.slice(0, atATime)) {
      part.push(each);
      if (part.filter(matches).length === most) break;
    }
    const last = part.at(-1);
    const isCut = last !== undefined && part.length < older.length;
    return { things: part, reached: isCut ? { sequence: last.sequence!, at: last.at } : undefined, rows: part.length };
  };

/** A kind that is not in the log: its place is an instant. */
const byTime =
  (things: readonly FoundThing[], atATime: number): Walk =>
  (before: SearchedUntil): SearchedPart => {
    const older = things.filter(({ at }) => at < before.at).toSorted((a, b) => b.at - a.at);
    const last = older[Math.min(atATime, older.length) - 1];
    const part = older.filter(({ at }) => at >= (last?.at ?? 0));
    return { things: part, reached: part.length < older.length ? { sequence: 0, at: last!.at } : undefined, rows: part.length };
  };

const kinds: readonly SearchedName[] = ['messages', 'tasks', 'artifacts', 'files'];

const thing = fc.record({
  kind: fc.constantFrom(...kinds),
  id: fc.uuid(),
  step: fc.nat(3),
  isFound: fc.boolean(),
});

const scene = fc.record({
  steps: fc.array(thing, { maxLength: 40 }),
  atATime: fc.integer({ min: 1, max: 7 }),
  limit: fc.integer({ min: 1, max: 6 }),
  rows: fc.nat(12),
  matches: fc.integer({ min: 1, max: 4 }),
  after: fc.integer({ min: -1, max: 40 }),
});

/** Everything in the order in which it happened: instants grow strictly from event to event, and others can have the instant of an event. */
function thingsOf(steps: readonly { kind: SearchedName; id: string; step: number; isFound: boolean }[]): FoundThing[] {
  let [sequence, at] = [0, 0];
  return steps.map(({ kind, id, step, isFound }, i) => {
    const isLogged = kind === 'messages' || kind === 'tasks';
    // A message can announce something else, which has its place then.
    const isAnnounced = kind === 'tasks' && step === 0 && steps[i - 1]?.kind === 'messages';
    if (!isAnnounced) at += isLogged ? step + 1 : step;
    if (isLogged && !isAnnounced) sequence += step + 1;
    return { kind, id, at, authorId: 'a', text: isFound ? 'found' : 'other', ...(isLogged && { sequence }) };
  });
}

async function pagesOf(
  things: readonly FoundThing[],
  given: { after: number; limit: number; window: SearchWindow; atATime: number },
) {
  const of = (kind: SearchedName) => things.filter((each) => each.kind === kind);
  const walks = Object.fromEntries(
    kinds.map((kind) => [kind, (kind === 'messages' || kind === 'tasks' ? inLog : byTime)(of(kind), given.atATime)]),
  );
  const pages: FoundThing[][] = [];
  let place: search.SearchPlace = { sequence: 1_000, before: { at: Number.MAX_SAFE_INTEGER } };
  for (;;) {
    const { found, next } = await merged(walks, { ...given, place, isFound: matches, now: () => 0 });
    pages.push([...found]);
    if (!next) return pages;
    if (pages.length > 500) throw new Error('It never ends');
    place = search.placeOfCursor(search.cursorOf(next))!;
  }
}

describe('a search of several kinds', () => {
  it('finds everything once, newest first, however little a call looks at', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async ({ steps, atATime, limit, rows, matches: most, after }) => {
        const things = thingsOf(steps);
        const expected = things.filter((each) => matches(each) && each.at > after).toSorted(search.compareInSearch);
        const window = { rows, ms: 1, portion: { rows: atATime, bytes: 1, matches: most } };
        const pages = await pagesOf(things, { after, limit, window, atATime });
        expect(pages.flat().map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        expect(Math.max(0, ...pages.map(({ length }) => length))).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 500 },
    );
  });

  it('ends a call once its time is over, and says how far it has come', async () => {
    const things = Array.from({ length: 100 }, (_, i) => ({
      ...{
        kind: 'messages' as const,
        id: `${i}`,
        sequence: i + 1,
        at: 1_000 + i,
        authorId: 'a',
        text: i === 0 ? 'found' : 'other',
      },
    }));
    let time = 0;
    const walks = { messages: inLog(things, 10) };
    const window = { rows: 1_000, ms: 25, portion: { rows: 10, bytes: 1, matches: 10 } };
    const place = { sequence: 1_000, before: { at: Number.MAX_SAFE_INTEGER } };
    const asked = { place, after: -1, limit: 10, window, isFound: matches, now: () => (time += 10) };
    const { found, next } = await merged(walks, asked);
    expect([found, next]).toEqual([[], { sequence: 71, before: { at: 1_070 } }]);
  });
});
