import { expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { theOne } from './naming.ts';

const ann = { id: 'aaaa1111', name: 'Ann' };
const bert = { id: 'aabb2222', name: 'Bert' };
interface Item {
  id: string;
  name?: string;
  label?: string;
}
const find = (query: string, items: Item[] = [ann, bert]) =>
  theOne('participant', items, query, ({ id, name, label }) => ({ id, names: name === undefined ? [] : [name], label }));

test('an item is found by id, by the start of its id, and by name in any case', () => {
  expect(find('aaaa1111')).toBe(ann);
  expect(find('aabb')).toBe(bert);
  expect(find('Bert')).toBe(bert);
  expect(find('ANN')).toBe(ann);
});

test('an ambiguous name is refused with all matches', () => {
  const two = [ann, { id: 'aaaa2222', name: 'Bert' }];
  expect(() => find('aaaa', two)).toThrow(/Ann aaaa1111, Bert aaaa2222/);
  expect(() => find('Ann', [ann, { id: 'cccc3333', name: 'Ann' }])).toThrow(Failure);
});

test('a name that equals the start of another id is ambiguous', () => {
  expect(() => find('aaaa', [ann, { id: 'cccc3333', name: 'aaaa' }])).toThrow(/is ambiguous/);
  expect(find('aaaa1111', [ann, { id: 'cccc3333', name: 'aaaa1111' }])).toBe(ann);
});

test('an item without a name is found by its id only, and shown by its label', () => {
  const only = { id: 'cccc3333', label: 'active' };
  expect(find('cccc', [only])).toBe(only);
  expect(() => find('active', [only])).toThrow(Failure);
  expect(() => find('', [only])).toThrow(Failure);
  expect(() => find('cccc', [only, { id: 'cccc4444', label: 'revoked' }])).toThrow(/active cccc3333, revoked cccc4444/);
});

test('an unknown name is refused with what is available', () => {
  expect(() => find('Carl')).toThrow('There is no participant “Carl”');
  expect(() => find('')).toThrow(Failure);
});
