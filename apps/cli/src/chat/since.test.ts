import { expect, test } from 'vitest';
import { after, became, lines, meeting, message, event, person, said } from './meeting.fixture.ts';
import type { Left, Model } from './model.ts';
import { caughtUp, leaving } from './since.ts';
import { scrolled } from './scroll.ts';
import { looking } from './unread.ts';
import { view } from './view.ts';

const back = (returning: Left, model = meeting()): Model => ({ ...model, returning });
const people = { 'id-of-Olga': true, 'id-of-Ann': true, 'id-of-Gus': true, 'id-of-Old': false };
const talk = [said('Ann', 'Old', 7), said('Olga', 'Mine', 8), said('Bert', 'New', 9), said('Ann', 'Newer', 10)];
const told = (model: Model) => lines(model).slice(1);

test('whoever comes back sees where they left, and who joined and left since', () => {
  const others = [person('Ann'), person('Bert'), person('Gus', 'kicked'), person('Old', 'left'), person('Zoe', 'left')];
  const model = after(back({ sequence: 7, people }, meeting('Olga', others)), ...talk);
  expect(told(model)).toEqual([
    'Ann: Old',
    'Olga: Mine',
    'new since you left: Bert joined; Gus left; Zoe joined and left',
    'Bert: New',
    'Ann: Newer',
  ]);
  expect(caughtUp(model).entries).toEqual(model.entries);
});

test('without a new message the joins and leaves are told, and without those nothing', () => {
  const seen = after(back({ sequence: 10, people: { 'id-of-Ann': true } }), ...talk);
  expect(told(caughtUp(seen)).slice(4)).toEqual(['Since you left: Bert joined']);
  const same = { 'id-of-Ann': true, 'id-of-Bert': true };
  expect(told(caughtUp(after(back({ sequence: 10, people: same }), ...talk)))).toHaveLength(4);
});

test('what comes after the past is not from the meantime', () => {
  const model = after(caughtUp(after(back({ sequence: 10 }), ...talk)), said('Ann', 'Live', 11));
  expect(lines(model).join('\n')).not.toContain('since you left');
});

test('whoever leaves has seen everything up to the first unread message', () => {
  const model = after({ ...meeting(), isAway: false }, ...Array.from({ length: 20 }, (_, i) => said('Ann', 'x', i + 1)));
  expect(leaving(model)).toEqual({ sequence: 20, people: { 'id-of-Olga': true, 'id-of-Ann': true, 'id-of-Bert': true } });
  const away = after(scrolled(model, 1), said('Ann', 'unseen', 21), said('Ann', 'unseen', 22));
  expect(leaving(away)?.sequence).toBe(20);
  expect(leaving(after(model, became('Ann', 'left', 'active')))?.people).toMatchObject({ 'id-of-Ann': false });
  expect(leaving({ ...model, people: [] })).toBeUndefined();
});

test('whoever comes back to more than fits on the screen begins where they left; the rest is unread until the end is visible', () => {
  const news = Array.from({ length: 20 }, (_, i) => said('Ann', `New ${i}`, i + 8));
  const model = caughtUp(after(back({ sequence: 7 }), said('Ann', 'Old', 7), ...news));
  const rows = view(model, false).lines.filter((line) => line.trim());
  expect(rows[0]).toContain('new since you left');
  expect(rows[1]).toContain('New 0');
  const shown = rows.flatMap((row) => /New (\d+)/.exec(row)?.[1] ?? []).map(Number);
  const last = shown.at(-1)!;
  expect(last).toBeLessThan(19);
  expect(leaving(model)?.sequence).toBe(last + 8);
  expect(model.unread).toBe(19 - last);
  expect(leaving(looking(scrolled(model, -10)))?.sequence).toBe(27);
});

test('a change that concerns the user is told to the user', () => {
  const model = after(meeting('Ann'), became('Ann', 'muted', 'active'), became('Ann', 'active', 'muted'));
  expect(lines(model)).toEqual(['You were muted', 'You were unmuted']);
  expect(lines(after(meeting('Ann'), event('message', message('Ann', 'Hi')))).at(-1)).toBe('Ann: Hi');
});
