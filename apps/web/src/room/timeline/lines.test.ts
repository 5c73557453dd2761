import { describe, expect, it } from 'vitest';
import type { Entry } from '../../space/room.ts';
import { goesOn, isSamePage, pagesOf, startsDay } from './lines.ts';

const said = (sequence: number, senderId = 'ann', at = '2026-03-01T12:00:00') =>
  ({ kind: 'message', sequence, message: { senderId, timestamp: new Date(at).toISOString() } }) as Entry;
const note = (sequence: number): Entry => ({ kind: 'note', sequence, pieces: [], event: {} as never, at: '' });

describe('goesOn', () => {
  it('groups messages of one sender', () => {
    expect(goesOn(said(2), said(1))).toBe(true);
    expect(goesOn(said(2), said(1, 'bob'))).toBe(false);
    expect(goesOn(said(2), note(1))).toBe(false);
  });

  it('groups neither over five minutes nor over midnight', () => {
    expect(goesOn(said(2, 'ann', '2026-03-01T12:06:00'), said(1))).toBe(false);
    expect(goesOn(said(2, 'ann', '2026-03-02T00:01:00'), said(1, 'ann', '2026-03-01T23:59:00'))).toBe(false);
  });
});

describe('startsDay', () => {
  it('is so for the first message, and for one of another day', () => {
    expect(startsDay(said(1), undefined)).toBe(true);
    expect(startsDay(said(2), said(1))).toBe(false);
    expect(startsDay(said(2, 'ann', '2026-03-02T00:01:00'), said(1, 'ann', '2026-03-01T23:59:00'))).toBe(true);
    expect(startsDay(note(2), said(1))).toBe(false);
  });
});

describe('pagesOf', () => {
  const entries = [said(10), said(31), note(32), said(40), said(70)];

  it('cuts by sequence, and knows what is before each page', () => {
    const pages = pagesOf(entries);
    expect(pages.map(({ entries }) => entries.map(({ sequence }) => sequence))).toEqual([[10, 31], [32, 40], [70]]);
    expect(pages[1]).toMatchObject({ messageBefore: { sequence: 31 }, entryBefore: { sequence: 31 } });
  });

  it('keeps all pages but the last when an entry is added, and all but the first when earlier ones are', () => {
    const same = (after: readonly Entry[]) =>
      pagesOf(entries).map((page) =>
        isSamePage(
          page,
          pagesOf(after).find(({ number }) => number === page.number)!,
        ),
      );
    expect(same([...entries, said(71)])).toEqual([true, true, false]);
    expect(same([said(3), ...entries])).toEqual([false, true, true]);
    expect(same(entries.map((entry) => (entry.sequence === 31 ? said(31) : entry)))).toEqual([false, false, true]);
    expect(same(entries.toSpliced(2, 1, note(32)))).toEqual([true, false, true]);
  });
});
