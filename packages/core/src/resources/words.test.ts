import { expect, test } from 'vitest';
import { counted } from '../kernel/words.ts';

test.each([
  [0, '0 people'],
  [1, '1 person'],
  [2, '2 people'],
  [1.5, '1.5 people'],
  [1_001, '1001 people'],
])('a count of %d has the form of English', (count, words) => expect(counted(count, 'person', 'people')).toBe(words));

test('a noun without another form takes an s', () => {
  expect([counted(1, 'file'), counted(2, 'file')]).toEqual(['1 file', '2 files']);
});
