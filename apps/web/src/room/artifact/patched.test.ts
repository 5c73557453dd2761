import { describe, expect, it } from 'vitest';
import { patched } from './patched.ts';

const lines = Array.from({ length: 20 }, (_, i) => `${i + 1}\n`).join('');
const first = { oldStart: 1, oldLines: 4, newStart: 1, newLines: 5, lines: ['+0', ' 1', ' 2', ' 3', ' 4'] };
const last = {
  oldStart: 17,
  oldLines: 4,
  newStart: 18,
  newLines: 4,
  lines: [' 17', ' 18', ' 19', '-20', '+twenty', '\\ No newline at end of file'],
};

describe('a text with changes of a difference', () => {
  it('has all of them', () => {
    expect(patched(lines, [first, last])).toBe(`0\n${lines.replace('20\n', 'twenty')}`);
  });

  it('has those that are chosen', () => {
    expect(patched(lines, [last])).toBe(lines.replace('20\n', 'twenty'));
    expect(patched(lines, [])).toBe(lines);
  });

  it('begins with lines that are put into an empty text', () => {
    expect(patched('', [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ['+a'] }])).toBe('a\n');
  });

  it('adds a line break to a last line that had none', () => {
    const hunk = {
      oldStart: 1,
      oldLines: 1,
      newStart: 1,
      newLines: 2,
      lines: ['-a', '\\ No newline at end of file', '+a', '+b'],
    };
    expect(patched('a', [hunk])).toBe('a\nb\n');
  });

  it('is undefined if the difference is that of another text', () => {
    expect(patched('x\n', [first])).toBeUndefined();
    expect(patched(lines.replace('20\n', '20'), [last])).toBeUndefined();
  });
});
