import { expect, test } from 'vitest';
import { after, lines, meeting, said } from './meeting.fixture.ts';
import { press } from './press.ts';
import { scrolled } from './scroll.ts';
import { view } from './view.ts';

const talk = after(meeting(), ...Array.from({ length: 30 }, (_, i) => said('Ann', `Old ${i}`, i)));
const away = { ...talk, isAway: true };
const news = (count: number) => Array.from({ length: count }, (_, i) => said('Bert', `New ${i}`, 100 + i));
const at = (model: typeof talk, text: string) => lines(model).findIndex((line) => line.includes(text));

test('messages that come while one reads further up are counted, and marked before the first', () => {
  const model = after(scrolled(talk, 1), ...news(3));
  expect(model.unread).toBe(3);
  expect(at(model, 'unread')).toBe(at(model, 'New 0') - 1);
  expect(lines(model)).toContain('3 unread messages');
  expect(view(model, false).lines.at(-2)).toContain('↓ 3 unread messages');
});

test('one unread message is one, however many lines it has', () => {
  expect(lines(after(scrolled(talk, 1), said('Bert', 'a\nb\nc', 99)))).toContain('1 unread message');
});

test('what comes while one looks at the end is read, and so is what one says oneself', () => {
  expect(lines(after(talk, ...news(1))).filter((line) => line.includes('unread'))).toEqual([]);
  expect(after(away, said('Olga', 'From elsewhere', 99)).unread).toBe(0);
});

test('what comes while one is away is unread until a key is pressed; the marker stays until one says something', () => {
  const back = press(after(away, ...news(2)), { name: 'text', text: 'x' }).model;
  expect(back).toMatchObject({ unread: 0, isAway: false });
  expect(lines(back)).toContain('2 unread messages');
  const answered = press(back, { name: 'enter' }).model;
  expect(at(answered, 'unread')).toBe(-1);
});

test('there is one marker, and no way of placing it moves what is being read', () => {
  const texts = (model: typeof talk) => view(model, false).lines.flatMap((line) => /(Old|New) \d+/.exec(line)?.[0] ?? []);
  const first = press(after(away, ...news(5)), { name: 'text', text: 'x' }).model;
  for (const screens of [1, 2]) {
    const reading = scrolled(first, screens);
    const later = after(reading, said('Ann', 'Later', 200));
    expect(texts(later)).toEqual(texts(reading).slice(-texts(later).length));
    expect(lines(later).filter((line) => line.includes('unread'))).toEqual(['1 unread message']);
  }
});
