import { expect, test } from 'vitest';
import { matching, type Handle } from './names.ts';

const ann = { id: 'aaaa1111-0000', names: ['Ann'], isPerson: true };
const bert = { id: 'aaab2222-0000', names: ['Bert'], isPerson: true };
const check = { id: 'cccc3333-0000', names: ['Check  dates'], sequence: 18 };
const all: Handle[] = [ann, bert, check];
const found = (query: string, items = all) => matching(items, query, (item) => item);

test.each([
  ['an id', 'aaaa1111-0000', ann],
  ['an id in capital letters', 'AAAA1111-0000', ann],
  ['the start of an id', 'aaab', bert],
  ['a name', 'Ann', ann],
  ['a name in any case', 'aNN', ann],
  ['@ and a name', '@ann', ann],
  ['a title in any case, however it is spaced', ' check dates', check],
  ['# and a number', '#18', check],
  ['a number', '18', check],
])('%s names one', (_, query, one) => expect(found(query)).toEqual([one]));

test.each(['', '@', '#', '#1', 'Carl', 'aaa', '@check dates', '#Ann'])('%j names none', (query) => {
  expect(found(query)).toEqual([]);
});

test('an exact name wins over one in another case', () => {
  const other = { id: 'dddd', names: ['ann'] };
  expect(found('Ann', [ann, other])).toEqual([ann]);
  expect(found('ann', [ann, other])).toEqual([other]);
  expect(found('ANN', [ann, other])).toEqual([ann, other]);
});

test('no name wins over the start of an id, over a number, or over a name without @', () => {
  const [like, number, at] = ['aaaa1111', '18', '@Ann'].map((name, i) => ({ id: `e${i}`, names: [name], isPerson: true }));
  expect(found('aaaa1111', [...all, like!])).toEqual([ann, like]);
  expect(found('18', [...all, number!])).toEqual([check, number]);
  expect(found('#18', [...all, number!])).toEqual([check]);
  expect(found('@Ann', [...all, at!])).toEqual([ann, at]);
  expect(found('aaaa1111-0000', [ann, { id: 'e', names: ['aaaa1111-0000'] }])).toEqual([ann]);
});

test('composed and decomposed letters are one name', () => {
  const zoe = { id: 'f', names: ['Zoe\u0308'] };
  expect(found('zo\u00eb', [zoe])).toEqual([zoe]);
});
