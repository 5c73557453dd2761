import { expect, test } from 'vitest';
import { withNearWords } from './near.ts';

const offering = (typed: string, offered: string) =>
  withNearWords(`error: unknown command '${typed}'\n(Did you mean ${offered}?)`);

test.each([
  ['spce', 'space'],
  ['mesages', 'messages'],
  ['craete', 'create'],
  ['lsit', 'list'],
])('%s is near to %s', (typed, word) => {
  expect(offering(typed, word)).toBe(`error: unknown command '${typed}' (Did you mean ${word}?)`);
});

test.each([
  ['bogus', 'logout'],
  ['rename', 'create'],
  ['whoami', 'watch'],
])('%s is not near to %s', (typed, word) => {
  expect(offering(typed, word)).toBe(`error: unknown command '${typed}'`);
});

test('of several words the near ones stay, and other errors are unchanged', () => {
  expect(offering('mut', 'one of mute, unmute')).toContain('(Did you mean mute?)');
  expect(withNearWords("error: unknown option '--tipe'\n(Did you mean --type?)")).toContain('--type');
  expect(withNearWords("error: missing required argument 'name'")).toBe("error: missing required argument 'name'");
});
