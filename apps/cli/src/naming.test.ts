import { expect, test } from 'vitest';
import { Failure } from './failures.ts';
import { theOne, type Handle } from './naming.ts';

const ann = { id: 'aaaa1111', name: 'Ann' };
const bert = { id: 'aabb2222', name: 'Bert' };
const find = (query: string, items: Handle[] = [ann, bert]) => theOne('participant', items, query, (item) => item);

test('an id, the beginning of an id, and a name in any letters each mean the one', () => {
  expect(find('aaaa1111')).toBe(ann);
  expect(find('aab')).toBe(bert);
  expect(find('Bert')).toBe(bert);
  expect(find('ANN')).toBe(ann);
});

test('what may mean several is refused with all of them', () => {
  expect(() => find('aa')).toThrow(/Ann aaaa1111, Bert aabb2222/);
  expect(() => find('Ann', [ann, { id: 'cccc3333', name: 'Ann' }])).toThrow(Failure);
});

test('nobody can be called like the beginning of an id of another one to be taken for them', () => {
  expect(() => find('aaaa', [ann, { id: 'cccc3333', name: 'aaaa' }])).toThrow(/is ambiguous/);
  expect(find('aaaa1111', [ann, { id: 'cccc3333', name: 'aaaa1111' }])).toBe(ann);
});

test('what has no name is meant by its id alone, and shown by its label', () => {
  const only = { id: 'cccc3333', label: 'active' };
  expect(find('ccc', [only])).toBe(only);
  expect(() => find('active', [only])).toThrow(Failure);
  expect(() => find('', [only])).toThrow(Failure);
  expect(() => find('c', [only, { id: 'cccc4444', label: 'revoked' }])).toThrow(/active cccc3333, revoked cccc4444/);
});

test('what there is not is refused with what there is', () => {
  expect(() => find('Carl')).toThrow('There is no participant “Carl”');
  expect(() => find('')).toThrow(Failure);
});
