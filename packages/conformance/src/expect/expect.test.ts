import { describe, expect as vitest, it } from 'vitest';
import { Broken, expect } from './expect.ts';

const breaks = (body: () => void) => vitest(body).toThrow(Broken);

describe('each expectation accepts what matches and rejects what does not', () => {
  it.each<[string, () => void, () => void]>([
    ['toBe', () => expect(1).toBe(1), () => expect({}).toBe({})],
    ['toEqual', () => expect({ a: [1], b: undefined }).toEqual({ a: [1] }), () => expect({ a: 1, b: 2 }).toEqual({ a: 1 })],
    ['toEqual, missing', () => expect([]).toEqual([]), () => expect({ a: 1 }).toEqual({ a: 1, b: 2 })],
    ['toEqual, arrays', () => expect([1, 2]).toEqual([1, 2]), () => expect([1, 2]).toEqual([2, 1])],
    ['toEqual, array or object', () => expect([[]]).toEqual([[]]), () => expect([]).toEqual({})],
    ['toEqual, sets', () => expect(new Set([1])).toEqual(new Set([1])), () => expect(new Set([1, 2])).toEqual(new Set([1]))],
    ['toMatchObject', () => expect({ a: 1, b: 2 }).toMatchObject({ a: 1 }), () => expect({ a: 1 }).toMatchObject({ a: 2 })],
    ['toMatchObject, absent', () => expect({ a: {} }).toMatchObject({ a: {} }), () => expect(undefined).toMatchObject({ a: 1 })],
    [
      'toMatchObject, in arrays',
      () => expect([{ a: 1, b: 2 }]).toMatchObject([{ a: 1 }]),
      () => expect([{}, {}]).toMatchObject([{}]),
    ],
    ['toMatch', () => expect('abc').toMatch(/b/), () => expect(null).toMatch(/b/)],
    ['toContain', () => expect('abc').toContain('b'), () => expect([1, 2]).toContain(3)],
    ['toContain, of nothing', () => expect([undefined]).toContain(undefined), () => expect(undefined).toContain('a')],
    [
      'toContainEqual',
      () => expect([{ a: 1 }]).toContainEqual({ a: 1 }),
      () => expect([{ a: 1, b: 2 }]).toContainEqual({ a: 1 }),
    ],
    ['toHaveLength', () => expect([1]).toHaveLength(1), () => expect(undefined).toHaveLength(0)],
    ['toHaveProperty', () => expect({ a: 1 }).toHaveProperty('a', 1), () => expect({ a: 1 }).toHaveProperty('a', 2)],
    ['not.toHaveProperty', () => expect({}).not.toHaveProperty('a'), () => expect({ a: undefined }).not.toHaveProperty('a')],
    ['toBeUndefined', () => expect(undefined).toBeUndefined(), () => expect(null).toBeUndefined()],
    ['toBeDefined', () => expect(null).toBeDefined(), () => expect(undefined).toBeDefined()],
    ['toBeNull', () => expect(null).toBeNull(), () => expect(undefined).toBeNull()],
    ['toBeGreaterThan', () => expect(2).toBeGreaterThan(1), () => expect(1).toBeGreaterThan(1)],
    ['toBeGreaterThan, of no number', () => expect(1).toBeGreaterThan(0), () => expect(NaN).toBeGreaterThan(0)],
    ['toBeGreaterThanOrEqual', () => expect(1).toBeGreaterThanOrEqual(1), () => expect(undefined).toBeGreaterThanOrEqual(0)],
    ['toBeLessThan', () => expect(1).toBeLessThan(2), () => expect('1').toBeLessThan(2)],
    ['toBeLessThanOrEqual', () => expect(2).toBeLessThanOrEqual(2), () => expect(3).toBeLessThanOrEqual(2)],
    ['not', () => expect('abc').not.toContain('d'), () => expect(1).not.toBe(1)],
    [
      'any',
      () => expect(['a', {}]).toEqual([expect.any(String), expect.any(Object)]),
      () => expect(1).toEqual(expect.any(String)),
    ],
    [
      'objectContaining',
      () => expect({ a: 1, b: 2 }).toEqual(expect.objectContaining({ a: 1 })),
      () => expect({ b: 2 }).toEqual(expect.objectContaining({ a: 1 })),
    ],
    [
      'arrayContaining',
      () => expect([1, 2, 3]).toEqual(expect.arrayContaining([3, 1])),
      () => expect([1, 2]).toEqual(expect.arrayContaining([3])),
    ],
    [
      'stringMatching',
      () => expect('ab').toEqual(expect.stringMatching(/a/)),
      () => expect(7).toEqual(expect.stringMatching(/7/)),
    ],
  ])('%s', (_, holds, fails) => {
    holds();
    breaks(fails);
  });
});

it('reports the first difference between two values', () => {
  vitest(() => expect({ a: [{ b: 1 }] }, 'getSpace').toEqual({ a: [{ b: 2 }] })).toThrow('getSpace: .a.0.b is 1 and not 2');
});
