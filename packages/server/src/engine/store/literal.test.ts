import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrayLiteral } from './literal.ts';

/** Reads a literal like PostgreSQL: quoted elements with backslash escapes, and unquoted ones. */
function parse(literal: string): string[] {
  expect(literal).toMatch(/^\{.*\}$/s);
  const elements: string[] = [];
  let at = 1;
  while (literal[at] !== '}') {
    let element = '';
    if (literal[at] === '"') {
      for (at += 1; literal[at] !== '"'; at += 1) {
        if (literal[at] === '\\') at += 1;
        element += literal[at];
      }
      at += 1;
    } else {
      for (; literal[at] !== ',' && literal[at] !== '}'; at += 1) element += literal[at];
    }
    elements.push(element);
    if (literal[at] === ',') at += 1;
    else expect(literal[at]).toBe('}');
  }
  expect(at).toBe(literal.length - 1);
  return elements;
}

const nasty = fc.array(fc.constantFrom('"', '\\', '{', '}', ',', 'NULL', ' ', '\n', 'a')).map((parts) => parts.join(''));

describe('an array literal', () => {
  it('preserves every text', () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), nasty)), (texts) => {
        expect(parse(arrayLiteral(texts))).toEqual(texts);
      }),
    ));

  it('always quotes texts, so that none is read as NULL or as empty', () =>
    expect(arrayLiteral(['NULL', ''])).toBe('{"NULL",""}'));

  it('does not quote numbers and booleans', () => {
    expect(arrayLiteral([1, -2, 1_700_000_000_000])).toBe('{1,-2,1700000000000}');
    expect(arrayLiteral([true, false])).toBe('{true,false}');
    expect(arrayLiteral([])).toBe('{}');
  });
});
