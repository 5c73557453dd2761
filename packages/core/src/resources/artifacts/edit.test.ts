import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../kernel/errors.ts';
import { applied, EditMismatch, type Edit, type TextChange } from './edit.ts';
import { firstPlaces } from './search.ts';
import { headingsIn, sectionAt } from './section.ts';

function mismatchOf(text: string, change: TextChange) {
  try {
    applied(text, change);
  } catch (error) {
    if (error instanceof EditMismatch) return error.mismatch;
    throw error;
  }
  throw new Error('it applies');
}

const edits = (...pairs: [old: string, replacement: string][]): TextChange => ({
  edits: pairs.map(([old, replacement]) => ({ old, new: replacement })),
});

describe('edits', () => {
  it('are applied together, whatever their order', () => {
    const text = 'one two three';
    expect(applied(text, edits(['three', '3'], ['one', 'three']))).toBe('three two 3');
    expect(applied(text, edits(['one', 'three'], ['three', '3']))).toBe('three two 3');
  });

  it('that touch each other do not overlap', () => {
    expect(applied('abcd', edits(['ab', '1'], ['cd', '2']))).toBe('12');
  });

  it('an edit whose text is missing says so, with the line that shares the most words', () => {
    const text = '# Plan\n\nWe begin on Monday at nine.\nWe end on Friday.\n';
    expect(mismatchOf(text, edits(['# Plan', '# Plans'], ['We  begin on Monday at ten', 'x']))).toEqual({
      index: 1,
      reason: 'not_found',
      matches: 0,
      near: 'We begin on Monday at nine.\nWe end on Friday.\n',
    });
    expect(mismatchOf('', edits(['x', 'y']))).toEqual({ index: 0, reason: 'not_found', matches: 0, near: undefined });
  });

  it('an edit whose text occurs more than once says how often, overlaps included, and where else', () => {
    expect(mismatchOf('aaa', edits(['aa', 'b']))).toMatchObject({ index: 0, reason: 'ambiguous', matches: 2 });
    const { near } = mismatchOf('- a: yes\n- b: yes\n', edits(['yes', 'no']));
    expect(near).toBe('- b: yes\n');
    expect(mismatchOf('a'.repeat(5_000), edits(['a', 'b'])).matches).toBe(1_000);
  });

  it('edits that overlap are refused, naming the later one', () => {
    expect(mismatchOf('abcdef', edits(['cde', '1'], ['abc', '2']))).toEqual({ index: 1, reason: 'overlap', matches: 1 });
    expect(mismatchOf('abc', edits(['abc', '1'], ['abc', '2']))).toMatchObject({ index: 1, reason: 'overlap' });
  });

  it('what is near is at most 200 characters, without half of a surrogate pair', () => {
    const { near = '' } = mismatchOf(`words ${'😀'.repeat(400)} words`, edits(['words other', 'x']));
    expect(near.length).toBeGreaterThan(100);
    expect(near.length).toBeLessThanOrEqual(200);
    expect(near.isWellFormed()).toBe(true);
  });

  it.each([
    ['spaces at the ends of lines', 'two  \nthree\t'],
    ['indentation', '  two\nthree'],
    ['typographic quotes', 'say “four”, ‘five’'],
    ['pasted line numbers', '2\ttwo\n3\tthree'],
    ['other pasted line numbers', '  2→ two\n  3→three\n'],
  ])('that would match but for %s say so, with the lines', (_, old) => {
    const text = 'one\n  two\n    three\nsay "four", \'five\'\n';
    const { near, ...why } = mismatchOf(text, edits([old, 'x']));
    const lines = old.includes('four') ? { from: 4, to: 4 } : { from: 2, to: old.endsWith('\n') ? 4 : 3 };
    expect(why).toEqual({ index: 0, reason: 'whitespace', matches: 1, lines });
    expect(near).toBe(text.split('\n').slice(lines.from - 1).join('\n')); // prettier-ignore
  });

  it('that match as they are need no such help', () => {
    expect(applied('1: a\n  b ', edits(['1: a', 'x'], ['  b ', 'y']))).toBe('x\ny');
    expect(mismatchOf('a\n', edits(['  ', 'x'])).reason).toBe('not_found');
  });

  it('more than can be searched quickly are refused', () => {
    const many = edits(...Array.from({ length: 100 }, (_, i): [string, string] => [`${i}`, 'x']));
    expect(() => applied('a'.repeat(1_000_000), many)).toThrow(ServiceError);
  });

  it('equal their application one after the other, wherever that finds each exactly once', () => {
    const units = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '😀', '\r\n', '\n'), { minLength: 1, maxLength: 40 });
    const change = fc.record({ from: fc.nat(39), length: fc.integer({ min: 1, max: 4 }), new: fc.constantFrom('', 'X', 'YX') });
    const given = fc.tuple(units, fc.array(change, { minLength: 1, maxLength: 4 })).map(([all, changes]) => ({
      text: all.join(''),
      wanted: changes.map(({ from, length, new: text }) => ({
        old: all.slice(from % all.length, (from % all.length) + length).join(''),
        new: text,
      })),
    }));
    const once = (text: string, { old }: Edit) => text.split(old).length === 2 && text.indexOf(old) === text.lastIndexOf(old);
    let compared = 0;
    fc.assert(
      fc.property(given, ({ text, wanted }) => {
        let result: string;
        try {
          result = applied(text, { edits: wanted });
        } catch {
          return;
        }
        expect(wanted.every((each) => once(text, each))).toBe(true);
        let stepwise = text;
        for (const each of wanted) {
          if (!once(stepwise, each)) return;
          stepwise = stepwise.replace(each.old, () => each.new);
        }
        compared += 1;
        expect(result).toBe(stepwise);
        expect(applied(text, { edits: wanted.toReversed() })).toBe(result);
      }),
      { numRuns: 2_000 },
    );
    expect(compared).toBeGreaterThan(50);
  });
});

describe('a text with very many headings or fences', () => {
  it.each(['# a\n', '```\n', '~~~\n'])('400 for a section of %j', (line) => {
    const change = { section: { heading: 'b', content: '' } };
    const text = (count: number) => `${line.repeat(count)}\n`;
    expect(() => applied(text(10_000), change)).toThrow(EditMismatch);
    expect(() => applied(text(10_001), change)).toThrow(ServiceError);
  });
});

describe('a refusal', () => {
  it('says in words what does not fit', () => {
    const messageOf = (change: TextChange) => {
      try {
        return applied('# Plan\n# Plan\none', change);
      } catch (error) {
        return (error as Error).message;
      }
    };
    const edits = (...olds: string[]) => ({ edits: olds.map((old) => ({ old, new: 'x' })) });
    expect(messageOf(edits('one', 'two'))).toBe('edits.1.old does not occur in the text');
    expect(messageOf(edits('Plan'))).toBe('edits.0.old must occur once, but occurs 2 times');
    expect(messageOf(edits('  # Plan\n# Plan'))).toBe(
      'edits.0.old differs from lines 1 to 2 in spaces, quotes or pasted line numbers: copy it from there',
    );
    expect(messageOf(edits('one', 'on'))).toBe('edits.1 overlaps another edit');
    expect(messageOf({ section: { heading: 'Plan', content: '' } })).toBe('The heading must occur once, but occurs 2 times');
    expect(messageOf({ section: { heading: 'Risks', content: '' } })).toBe('The heading does not occur in the text');
  });
});

describe('searching', () => {
  it('finds the same places as the engine, for texts of any length', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 400 });
    fc.assert(
      fc.property(text, fc.nat(399), fc.integer({ min: 1, max: 120 }), (all, from, length) => {
        const wanted = all.slice(from, from + length) || 'a';
        const expected = [...Array(all.length).keys()].filter((at) => all.startsWith(wanted, at));
        expect(firstPlaces(all, wanted, 1_000)).toEqual(expected);
      }),
    );
  });

  it('takes no time that grows with both texts', () => {
    const [text, wanted] = ['a'.repeat(1_000_000), `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`];
    // The search of the engine takes minutes for these.
    expect(firstPlaces(text, wanted)).toEqual([]);
  });
});

describe('append', () => {
  it.each([
    ['', 'b', 'b'],
    ['a', 'b', 'a\nb'],
    ['a\n', 'b', 'a\nb'],
    ['a\r\nb', 'c', 'a\r\nb\r\nc'],
  ])('puts a line break between only if one is missing: %j and %j', (text, append, expected) => {
    expect(applied(text, { append })).toBe(expected);
  });
});

describe('a section', () => {
  const text = '# Plan\n\nIntro\n\n## Risks\n\nNone.\n\n### Of time\n\nSome.\n\n## Steps\n1. Begin\n';
  const set = (heading: string, content: string, mode?: 'append' | 'replace', of = text) =>
    applied(of, { section: { heading, content, mode } });

  it('is replaced up to the next heading of the same or a higher level', () => {
    expect(set('Plan > Risks', 'Many.\n\n')).toBe('# Plan\n\nIntro\n\n## Risks\nMany.\n\n## Steps\n1. Begin\n');
    expect(set('Risks > Of time', 'None')).toContain('### Of time\nNone\n## Steps');
  });

  it('is appended to at its end, and what follows stays a line of its own', () => {
    expect(set('Of time', 'More.', 'append')).toBe(text.replace('Some.\n\n', 'Some.\n\nMore.\n'));
    expect(set('Steps', '2. End', 'append')).toBe(`${text}2. End`);
  });

  it('of a heading without line break or body', () => {
    expect(set('Plan', 'a', 'replace', '# Plan')).toBe('# Plan\na');
    expect(set('Plan', 'a', 'append', '# Plan\n# Next\n')).toBe('# Plan\na\n# Next\n');
    expect(set('A', 'x', 'replace', '# A\r\nb\r\n# C\r\n')).toBe('# A\r\nx\r\n# C\r\n');
  });

  it('knows headings as CommonMark does: closing marks, indentation, none in code fences', () => {
    const fences = '   ## Closed ##\na\n```md\n# In a fence\n````\n~~~\n# Not either\n~~~\n#no heading\n    # code\n# Last';
    expect(set('Closed', 'x', 'replace', fences)).toBe('   ## Closed ##\nx\n# Last');
    for (const heading of ['In a fence', 'Not either', 'no heading', 'code']) {
      expect(mismatchOf(fences, { section: { heading, content: '' } }).reason).toBe('not_found');
    }
    expect(mismatchOf('```\n# A\n', { section: { heading: 'A', content: '' } }).reason).toBe('not_found');
  });

  it('lines that could be headings take no time that grows with the square of their length', () => {
    const [spaces, marks] = [`#${' '.repeat(1_990)}x\n`, `# ${' #'.repeat(990)}x\n`];
    const long = (spaces + marks).repeat(250);
    expect(mismatchOf(long, { section: { heading: 'y', content: '' } }).reason).toBe('not_found');
    const closed = '# a # b ##\n#\n## ##\n';
    expect(mismatchOf(closed, { section: { heading: 'y', content: '' } }).near).toBe('a # b\n\n > ');
  });

  it('400 for a text with more headings than can be read quickly', () => {
    const most = '#\n'.repeat(10_000);
    expect(mismatchOf(most, { section: { heading: 'y', content: '' } }).reason).toBe('not_found');
    expect(() => set('y', '', 'replace', `${most}#\n`)).toThrow(ServiceError);
  });

  it('a heading that is missing or not unique says which there are', () => {
    expect(mismatchOf(text, { section: { heading: 'Risk', content: '' } })).toEqual({
      index: 0,
      reason: 'not_found',
      matches: 0,
      near: 'Plan\nPlan > Risks\nPlan > Risks > Of time\nPlan > Steps',
    });
    const twice = '# A\n## Notes\n# B\n## Notes\n';
    expect(mismatchOf(twice, { section: { heading: 'Notes', content: '' } })).toMatchObject({
      reason: 'ambiguous',
      matches: 2,
      near: 'A > Notes\nB > Notes',
    });
    expect(set('B > Notes', 'x', 'replace', twice)).toBe('# A\n## Notes\n# B\n## Notes\nx');
  });

  it('is found after a byte order mark', () => {
    expect(set('Plan', 'x', 'replace', '\uFEFF# Plan\n')).toBe('\uFEFF# Plan\nx');
  });

  it('is found with few reads of headings, however long those above are', () => {
    const above = Array.from({ length: 5 }, (_, i) => `${'#'.repeat(i + 1)} ${`${i}`.repeat(1_985 - i)}\n`).join('');
    const headings = headingsIn(above + '###### y\n'.repeat(9_990));
    let reads = 0;
    const counted = headings.map((each) => ({
      ...each,
      path: new Proxy(each.path, {
        get(path, name) {
          if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
          return Reflect.get(path, name) as unknown;
        },
      }),
    }));
    expect(sectionAt(counted, 'nope')).toEqual([]);
    expect(reads).toBeLessThanOrEqual(headings.length);
  });

  it('can have a heading that contains the separator', () => {
    expect(set('Plan > x > y', 'z', 'replace', '# Plan\n## x > y\n')).toBe('# Plan\n## x > y\nz');
  });
});
