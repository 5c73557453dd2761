import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callsIn } from './calls.ts';

describe('a request counts as', () => {
  it.each([
    ['/trpc/health,health,health?batch=1', 3],
    ['/trpc/health?batch=1', 1],
    ['/trpc/health,health,health?batch=1&input=%7B%7D', 3],
    ['/trpc/health,health?input=1,2,3&batch=1', 2],
    ['/trpc/,,?batch=1', 3],
    ['http://parley.example/trpc/a,b?batch=1', 2],
  ])('%s: one for each call of the batch', (url, calls) => expect(callsIn(url)).toBe(calls));

  it.each([
    ['a comma in disguise', '/trpc/a%2cb%2Cc?batch=1'],
    ['a comma in a disguise in disguise', '/trpc/a%252cb%252Cc?batch=1'],
    ['the word batch in disguise', '/trpc/a,b,c?b%61tch=%31'],
    ['the root in disguise', '/%74rpc/a,b,c?batch=1'],
    ['a slash in disguise', '/trpc/a%2fx,b,c?batch=1'],
    ['a later second opinion', '/trpc/a,b,c?batch=1&batch=0'],
  ])('three with %s, as tRPC reads it', (_, url) => expect(callsIn(url)).toBe(3));

  it.each([
    ['/trpc/health'],
    ['/trpc/a,b,c'],
    ['/trpc/a,b,c?batch=0'],
    ['/trpc/a,b,c?batch=0&batch=1'],
    ['/trpc/a,b,c?batch=true'],
    ['/trpc/a,b,c#?batch=1'],
    ['/trpc/a,b%?batch=1'],
    ['/hub/space/a,b,c?batch=1'],
    ['/trpcx/a,b?batch=1'],
    ['*'],
    [''],
  ])('one: %s', (url) => expect(callsIn(url)).toBe(1));

  it('something, whatever the URL', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 50 }), (text, commas) => {
        expect(callsIn(text)).toBeGreaterThanOrEqual(1);
        expect(callsIn(`/trpc/${','.repeat(commas)}?batch=1`)).toBe(commas + 1);
      }),
    ));
});
