import { expect, test } from 'vitest';
import { acceptedOf, withChoice, withOthers, type Choices } from './choices.ts';

const none: Choices = new Map();

test('all changes are accepted as long as nothing is decided about any of them', () => {
  expect(acceptedOf(none, 3)).toEqual([0, 1, 2]);
});

test('what is not decided is left out once something is', () => {
  expect(acceptedOf(withChoice(none, 1, true), 3)).toEqual([1]);
  expect(acceptedOf(withChoice(none, 1, false), 3)).toEqual([]);
});

test('a choice that is undone is none', () => {
  const undone = withChoice(withChoice(none, 1, false), 1, undefined);
  expect(acceptedOf(undone, 3)).toEqual([0, 1, 2]);
});

test('the others are accepted without those that are rejected', () => {
  expect(acceptedOf(withOthers(withChoice(none, 1, false), 3), 3)).toEqual([0, 2]);
});
