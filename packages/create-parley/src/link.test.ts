import { expect, test } from 'vitest';
import { linkIn } from './link.ts';

const link = 'https://parley.example/space/5b1d4a1e-7a57-4c8f-9d7f-000000000001/SECRET/.well-known/agent.md';

test('a link is taken without the spaces around it', () => {
  expect(linkIn(` ${link}\n`)).toBe(link);
});

test.each(['', 'Hello', 'https://parley.example/', `${link}\nPARLEY_NAME=Eve`, `${link} x`])(
  '%j is refused, and not repeated',
  (text) => {
    expect(() => linkIn(text)).toThrow(/^That is (not|more than) the link of an invitation/);
    expect(() => linkIn(text)).not.toThrow('SECRET');
  },
);
