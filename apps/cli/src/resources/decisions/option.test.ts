import { expect, test } from 'vitest';
import { answerIn, givenOption, optionIn } from './option.ts';

const days = {
  options: [
    { id: 'mon', label: 'Monday' },
    { id: '1', label: 'The first of May' },
    { id: 'approve', label: 'Approve' },
  ],
};

test.each([
  ['mon', 'mon'],
  ['MONDAY', 'mon'],
  ['the first  of may', '1'],
  ['3', 'approve'],
  // The id of an option is never the number of another one.
  ['1', '1'],
  ['0', undefined],
  ['4', undefined],
  ['mond', undefined],
  ['', undefined],
])('“%s” names option %s', (wanted, id) => {
  expect(optionIn(days, wanted)?.id).toBe(id);
});

test.each([
  ['approve', 'approve', undefined],
  ['\n  Approve.\r\n', 'approve', undefined],
  ['`approve`\n\nAll dates\nare right\n', 'approve', 'All dates\nare right'],
  ['approve it', undefined, undefined],
  ['I think so:\napprove', undefined, undefined],
  ['', undefined, undefined],
])('the answer in “%s” is its first line, and the rest is the reason', (text, id, reason) => {
  const given = answerIn(days, text);
  expect([given?.option.id, given?.reason]).toEqual([id, reason]);
});

test.each([
  ['mon=Monday', { id: 'mon', label: 'Monday' }],
  ['a=b=c', { id: 'a', label: 'b=c' }],
  ['Next Tuesday', { label: 'Next Tuesday' }],
  ['E = mc2', { label: 'E = mc2' }],
  ['mon=', { label: 'mon=' }],
])('--option %s', (text, option) => {
  expect(givenOption(text)).toEqual(option);
});
