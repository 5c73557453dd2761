import { expect, test } from 'vitest';
import { endOf, labelOf, mayAnswer, ruleOf, turnout, waitsFor } from './words.ts';

const voter = (participantId: string, answered = false) => ({
  participantId,
  name: participantId,
  speaker: 'guest' as const,
  answered,
});

test('an option is shown by its label, and one that is unknown by its id', () => {
  const options = [{ id: 'approve', label: 'Approve' }];
  expect([labelOf({ options }, 'approve'), labelOf({ options }, 'other')]).toEqual(['Approve', 'other']);
});

test.each([
  [[voter('a')], 'Who was asked has not answered yet'],
  [[voter('a', true)], 'Who was asked has answered'],
  [[voter('a', true), voter('b')], '1 of 2 have answered'],
])('says who has answered', (voters, words) => {
  expect(turnout({ voters })).toBe(words);
});

test('who is asked alone needs no rule, unless silence matters', () => {
  expect(ruleOf({ rule: 'first', voters: [voter('a')] })).toBe('');
  expect(ruleOf({ rule: 'first', voters: [voter('a'), voter('b')] })).toBe('The first answer decides.');
  expect(ruleOf({ rule: 'no-objection', voters: [voter('a')] })).not.toBe('');
});

test('only who is asked can answer, as long as it is open, and it waits until they have', () => {
  const voters = [voter('a', true), voter('b')];
  const asked = (state: 'open' | 'decided', me: string) => [mayAnswer({ state, voters }, me), waitsFor({ state, voters }, me)];
  expect(asked('open', 'a')).toEqual([true, false]);
  expect(asked('open', 'b')).toEqual([true, true]);
  expect(asked('open', 'c')).toEqual([false, false]);
  expect(asked('decided', 'b')).toEqual([false, false]);
});

test.each([
  [{ state: 'withdrawn', endedBy: 'a' }, 'Withdrawn: there is no outcome.'],
  [{ state: 'lapsed', endedBy: 'a' }, 'It ended, and nothing was decided.'],
  [{ state: 'lapsed' }, 'Its time is over, and nothing was decided.'],
] as const)('says how one without an outcome has ended: %j', (decision, words) => {
  expect(endOf(decision)).toBe(words);
});
