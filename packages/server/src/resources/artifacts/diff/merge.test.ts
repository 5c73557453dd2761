import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { merged } from './merge.ts';

const base = 'one\ntwo\nthree\nfour\nfive\n';
const of = (proposed: string, present: string, from = base) => merged(from, { proposed, present });

describe('the merge of two texts with their base', () => {
  it('has both changes if a line is between them', () => {
    expect(of('ONE\ntwo\nthree\nfour\nfive\n', 'one\ntwo\nTHREE\nfour\nfive\nsix\n')).toBe('ONE\ntwo\nTHREE\nfour\nfive\nsix\n');
    expect(of('two\nthree\nfour\nfive\n', 'one\ntwo\nthree\nfour\n')).toBe('two\nthree\nfour\n');
    expect(of(`zero\n${base}`, 'one\ntwo\nfour\nfive\n')).toBe('zero\none\ntwo\nfour\nfive\n');
  });

  it('is undefined if they change the same lines, or lines next to each other', () => {
    expect(of(base.replace('two', '2'), base.replace('two', 'zwei'))).toBeUndefined();
    expect(of(base.replace('two', '2'), base.replace('three', '3'))).toBeUndefined();
    expect(of(base.replace('two\n', 'two\nx\n'), base.replace('two\n', 'two\ny\n'))).toBeUndefined();
    expect(of('', `${base}six\n`)).toBeUndefined();
    expect(of(base.trimEnd(), `${base}six\n`)).toBeUndefined();
  });

  it('has once what both change in the same way', () => {
    const both = base.replace('two', '2');
    expect(of(both, both)).toBe(both);
    expect(of(both.replace('five', '5'), both)).toBe(both.replace('five', '5'));
  });

  it('has the line endings of the present text, whatever the others have', () => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    const [mine, theirs] = [base.replace('one', '1\n1½'), base.replace('five', '5')];
    const both = mine.replace('five', '5');
    for (const [proposed, from] of [
      [mine, base],
      [mine, crlf(base)],
      [crlf(mine), base],
    ] as const)
      // prettier-ignore
      expect(of(proposed, crlf(theirs), from)).toBe(crlf(both));
    expect(of(crlf(mine), theirs, crlf(base))).toBe(both);
    expect(of(crlf(base), theirs)).toBe(theirs);
  });

  it('of a text that is changed at more than 500 lines is undefined', () => {
    const lines = (count: number, to: string) => Array.from({ length: 600 }, (_, i) => `${i < count ? to : ''}${i}\n`).join('');
    const from = lines(0, '');
    expect(of(`${from}end\n`, lines(240, 'x'), from)).toBe(`${lines(240, 'x')}end\n`);
    expect(of(`${from}end\n`, lines(260, 'x'), from)).toBeUndefined();
  });

  const line = fc.constantFrom('', 'a', 'b', 'c', 'd');
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((each) => `${each}\n`).join(''));

  it('with a text that is as its base is the other one, and does not depend on who proposes', () =>
    fc.assert(
      fc.property(text, text, text, (from, one, other) => {
        expect(of(one, from, from)).toBe(one);
        expect(of(from, one, from)).toBe(one);
        expect(of(one, other, from)).toBe(of(other, one, from));
      }),
      { numRuns: 1_000 },
    ));
});
