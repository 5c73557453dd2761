import { expect, test } from 'vitest';
import { Failure } from './failures.ts';
import { theOne, type Handle } from './naming.ts';

const ann = { id: 'aaaa1111', name: 'Ann' };
const bert = { id: 'aabb2222', name: 'Bert' };
const find = (query: string, items: Handle[] = [ann, bert]) => theOne('participant', items, query, (item) => item);

test('an item is found by id, by the start of its id, and by name in any case', () => {
  expect(find('aaaa1111')).toBe(ann);
  expect(find('aab')).toBe(bert);
  expect(find('Bert')).toBe(bert);
  expect(find('ANN')).toBe(ann);
});

test('an ambiguous name is refused with all matches', () => {
  expect(() => find('aa')).toThrow(/Ann aaaa1111, Bert aabb2222/);
  expect(() => find('Ann', [ann, { id: 'cccc3333', name: 'Ann' }])).toThrow(Failure);
});

test('a name that equals the start of another id is ambiguous', () => {
  expect(() => find('aaaa', [ann, { id: 'cccc3333', name: 'aaaa' }])).toThrow(/is ambiguous/);
  expect(find('aaaa1111', [ann, { id: 'cccc3333', name: 'aaaa1111' }])).toBe(ann);
});

test('an item without a name is found by its id only, and shown by its label', () => {
  const only = { id: 'cccc3333', label: 'active' };
  expect(find('ccc', [only])).toBe(only);
  expect(() => find('active', [only])).toThrow(Failure);
  expect(() => find('', [only])).toThrow(Failure);
  expect(() => find('c', [only, { id: 'cccc4444', label: 'revoked' }])).toThrow(/active cccc3333, revoked cccc4444/);
});

test('an unknown name is refused with what is available', () => {
  expect(() => find('Carl')).toThrow('There is no participant “Carl”');
  expect(() => find('')).toThrow(Failure);
});
