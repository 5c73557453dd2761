import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorAt, carried, placeOf, type Kept } from './anchor.ts';

/** What two texts have in common, line by line from the beginning and the end. */
function keptOf(before: string, after: string): Kept[] {
  const lines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const [old, now] = [lines(before), lines(after)];
  const same = (a: readonly string[], b: readonly string[]) => {
    let count = 0;
    while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
    return count;
  };
  const head = same(old, now);
  const tail = Math.min(same(old.toReversed(), now.toReversed()), old.length - head, now.length - head);
  const length = (each: readonly string[]) => each.join('').length;
  const [first, last] = [length(old.slice(0, head)), tail === 0 ? 0 : length(old.slice(-tail))];
  return [
    { from: 0, to: 0, length: first },
    { from: before.length - last, to: after.length - last, length: last },
  ].filter((each) => each.length > 0);
}

interface Moving {
  quote: string;
  occurrence?: number;
  before: string;
  after: string;
}

function moved({ quote, occurrence, before, after }: Moving, knows = true): number | undefined {
  const place = placeOf(before, quote, occurrence);
  if (!place) throw new Error('The quote is not there');
  return carried(place, knows ? keptOf(before, after) : undefined, after);
}

describe('the place of a quote', () => {
  it('is its first occurrence, or the one that is asked for', () => {
    expect(placeOf('one two one', 'one')?.start).toBe(0);
    expect(placeOf('one two one', 'one', 2)?.start).toBe(8);
    expect(placeOf('aaa', 'aa', 2)?.start).toBe(1);
    expect(placeOf('one two one', 'one', 3)).toBeUndefined();
    expect(placeOf('one', 'One')).toBeUndefined();
  });

  it('is found whatever the line endings of both', () => {
    for (const ending of ['\n', '\r\n', '\r'])
      expect(placeOf(`first${ending}second\nthird`, `second${ending}third`)).toMatchObject({ start: 6, quote: 'second\nthird' });
  });

  it('has surroundings of whole characters', () => {
    const { before, after } = placeOf(`${'😀'.repeat(40)}x${'😀'.repeat(40)}`, 'x')!;
    for (const each of [before, after]) expect([each.isWellFormed(), each.length]).toEqual([true, 32]);
    const odd = placeOf(`${'😀'.repeat(40)}ax${'😀'.repeat(40)}`, 'x')!;
    expect([odd.before.isWellFormed(), odd.before.length]).toEqual([true, 31]);
  });
});

describe('a passage', () => {
  const lines = ['# Plan', '', 'Begin on Monday.', '', 'End on Friday.', ''];
  const before = lines.join('\n');

  it.each([
    ['above it', `New\n${before}`, 4],
    ['below it', `${before}New\n`, 0],
    ['in its line', before.replace('Begin', 'We begin all'), 7],
    ['in its line and above it', `New\n${before.replace('Begin', 'We begin all')}`, 11],
  ])('moves with what is written %s', (_, after, by) => {
    const quote = 'on Monday';
    expect(moved({ quote, before, after })).toBe(before.indexOf(quote) + by);
  });

  it.each([
    ['is deleted', before.replace('Begin on Monday.\n', '')],
    ['is changed', before.replace('Monday', 'Tuesday')],
    ['is broken into lines', before.replace('on Monday', 'on\nMonday')],
    ['is all that was there, and nothing is left', ''],
  ])('is gone when it %s', (_, after) => {
    for (const knows of [true, false]) expect(moved({ quote: 'on Monday', before, after }, knows)).toBeUndefined();
  });

  it('is found again when its paragraph has moved, if it is there only once', () => {
    const after = '# Plan\n\nEnd on Friday.\n\nNew\n\nBegin on Monday.\n';
    expect(moved({ quote: 'on Monday', before, after })).toBe(after.indexOf('on Monday'));
    const kept = [
      { from: 7, to: 0, length: 2 },
      { from: 9, to: 9, length: 2 },
    ];
    expect(carried(placeOf('Monday\nx\ny\n', 'Monday')!, kept, 'x\nMonday\ny\nMonday\n')).toBeUndefined();
  });

  it('is never what another occurrence has become', () => {
    const same = 'first\nsame\nmiddle\nsame\nlast\n';
    const without = 'first\nsame\nmiddle\nlast\n';
    expect(moved({ quote: 'same', occurrence: 2, before: same, after: without })).toBeUndefined();
    expect(moved({ quote: 'same', occurrence: 1, before: same, after: without })).toBe(6);
    expect(moved({ quote: 'same', occurrence: 2, before: same, after: `same\n${same}` })).toBe(23);
  });

  it('is told by its surroundings where its version is no longer known', () => {
    const same = 'The first is same here.\nThe second is same there.\n';
    const after = 'New\nThe second is same there.\nThe first is same here.\n';
    expect(moved({ quote: 'same', before: same, after }, false)).toBe(after.lastIndexOf('same'));
    expect(moved({ quote: 'same', occurrence: 2, before: same, after }, false)).toBe(after.indexOf('same'));
  });

  it('with the same surroundings as others is the nearest one', () => {
    const rows = '| no |\n'.repeat(100);
    expect(moved({ quote: 'no', occurrence: 50, before: rows, after: rows }, false)).toBe(49 * 7 + 2);
  });
});

describe('over random edits', () => {
  const word = fc.constantFrom('a', 'b', 'plan', 'begin', '\n', '\n\n', '# ', ' ', '😀', 'é', '| x |\n');
  const text = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(''));
  const edit = fc.record({ at: fc.nat(100), cut: fc.nat(12), put: fc.array(word, { maxLength: 4 }).map((all) => all.join('')) });
  const edited = (whole: string, edits: readonly { at: number; cut: number; put: string }[]) =>
    edits.reduce((now, { at, cut, put }) => {
      const characters = [...now];
      characters.splice(at % (characters.length + 1), cut, ...put);
      return characters.join('');
    }, whole);

  it('a passage is its quote, or gone', () => {
    fc.assert(
      fc.property(text, fc.array(edit, { maxLength: 6 }), fc.nat(99), fc.nat(20), (before, edits, from, length) => {
        const quote = [...before]
          .slice(from % before.length)
          .slice(0, length + 1)
          .join('');
        fc.pre(quote !== '');
        const after = edited(before, edits);
        const place = placeOf(before, quote)!;
        for (const kept of [keptOf(before, after), undefined]) {
          const at = carried(place, kept, after);
          if (at !== undefined) expect(after.slice(at, at + quote.length)).toBe(quote);
          else if (kept === undefined) expect(after.split(quote).length).not.toBe(2);
        }
      }),
    );
  });

  it('a passage whose lines are still there stays the same occurrence', () => {
    fc.assert(
      fc.property(text, text, text, fc.nat(9), (above, middle, below, n) => {
        const before = `${above}\n${middle}\n${below}`;
        const start = above.length + 1;
        const quote = [...middle].slice(0, n + 1).join('');
        let occurrence = 1;
        while (placeOf(before, quote, occurrence)!.start < start) occurrence += 1;
        const after = `new\n${before}\nnew`;
        const kept = [{ from: 0, to: 4, length: before.length }];
        expect(carried(placeOf(before, quote, occurrence)!, kept, after)).toBe(start + 4);
      }),
    );
  });
});

describe('an anchor', () => {
  it.each([
    ['at the beginning', 'Plan', 'Plan', { line: 1, column: 1, length: 4 }],
    ['in a later line', 'One\n\nTwo 😀 plan\n', 'plan', { line: 3, column: 7, length: 4 }],
    ['over lines', 'One\nTwo\nThree', 'Two\nTh', { line: 2, column: 1, length: 6 }],
    ['after a line break', '\n\nPlan', '\nPlan', { line: 2, column: 1, length: 5 }],
  ])('counts lines and characters: %s', (_, content, quote, expected) => {
    expect(anchorAt(content, placeOf(content, quote)!.start, quote)).toEqual(expected);
  });
});
