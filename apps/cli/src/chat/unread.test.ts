import { expect, test } from 'vitest';
import { after, lines, meeting, said } from './meeting.fixture.ts';
import { press } from './press.ts';
import { scrolled } from './scroll.ts';
import { view } from './view.ts';

const talk = after(meeting(), ...Array.from({ length: 30 }, (_, i) => said('Ann', `Old ${i}`, i)));
const away = { ...talk, isAway: true };
const news = (count: number) => Array.from({ length: count }, (_, i) => said('Bert', `New ${i}`, 100 + i));
const at = (model: typeof talk, text: string) => lines(model).findIndex((line) => line.includes(text));

test('messages that arrive while scrolled up are counted, with a marker before the first', () => {
  const model = after(scrolled(talk, 1), ...news(3));
  expect(model.unread).toBe(3);
  expect(at(model, 'unread')).toBe(at(model, 'New 0') - 1);
  expect(lines(model)).toContain('3 unread messages');
  expect(view(model, false).lines.at(-2)).toContain('↓ 3 unread messages');
});

test('unread counts messages, not lines', () => {
  expect(lines(after(scrolled(talk, 1), said('Bert', 'a\nb\nc', 99)))).toContain('1 unread message');
});

test('messages are read when the end is visible; own messages are never unread', () => {
  expect(lines(after(talk, ...news(1))).filter((line) => line.includes('unread'))).toEqual([]);
  expect(after(away, said('Olga', 'From elsewhere', 99)).unread).toBe(0);
});

test('messages that arrive while away are unread until a key is pressed; the marker stays until the user sends', () => {
  const back = press(after(away, ...news(2)), { name: 'text', text: 'x' }).model;
  expect(back).toMatchObject({ unread: 0, isAway: false });
  expect(lines(back)).toContain('2 unread messages');
  const answered = press(back, { name: 'enter' }).model;
  expect(at(answered, 'unread')).toBe(-1);
});

test('there is one marker, and replacing it does not move the visible lines', () => {
  const texts = (model: typeof talk) => view(model, false).lines.flatMap((line) => /(Old|New) \d+/.exec(line)?.[0] ?? []);
  const first = press(after(away, ...news(5)), { name: 'text', text: 'x' }).model;
  for (const screens of [1, 2]) {
    const reading = scrolled(first, screens);
    const later = after(reading, said('Ann', 'Later', 200));
    expect(texts(later)).toEqual(texts(reading).slice(-texts(later).length));
    expect(lines(later).filter((line) => line.includes('unread'))).toEqual(['1 unread message']);
  }
});
