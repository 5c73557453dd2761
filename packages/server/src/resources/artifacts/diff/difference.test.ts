import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf } from './difference.ts';
import { unified } from './hunks.ts';

const patched = (before: string, after: string): string | false => {
  const text = unified({ from: 1, to: 2, ...differenceOf(before, after) });
  return text === '' ? before : applyPatch(before, text, { autoConvertLineEndings: false });
};

const line = fc.constantFrom('', 'a', 'b', 'c', '\r', 'é𝄞', '- x', '+ y', '\\ z', '@@ -1 +1 @@');
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', '\n', '\r\n'))
  .map(([lines, end]) => lines.join('\n') + end);

describe('the difference of two texts', () => {
  it('applied to the first gives the second', () =>
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { truncated, added, removed, hunks } = differenceOf(before, after);
        expect(truncated).toBe(false);
        expect(patched(before, after)).toBe(after);
        const count = (mark: string) => hunks.flatMap(({ lines }) => lines).filter((each) => each.startsWith(mark)).length;
        expect([count('+'), count('-')]).toEqual([added, removed]);
      }),
      { numRuns: 2_000 },
    ));

  it('shows three lines around a change, numbered as in the whole text', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i + 1}\n`);
    const after = lines.with(9, 'changed\n');
    expect(differenceOf(lines.join(''), after.join(''))).toEqual({
      hunks: [
        {
          oldStart: 7,
          oldLines: 7,
          newStart: 7,
          newLines: 7,
          lines: [' line 7', ' line 8', ' line 9', '-line 10', '+changed', ' line 11', ' line 12', ' line 13'],
        },
      ],
      added: 1,
      removed: 1,
      truncated: false,
    });
  });

  it('separates changes that are far apart', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `${i + 1}\n`);
    const after = lines.with(4, 'x\n').with(24, 'y\n');
    expect(differenceOf(lines.join(''), after.join('')).hunks.map(({ oldStart, oldLines }) => [oldStart, oldLines])).toEqual([
      [2, 7],
      [22, 7],
    ]);
  });

  it('is empty for equal texts', () => {
    expect(differenceOf('a\n', 'a\n')).toEqual({ hunks: [], added: 0, removed: 0, truncated: false });
  });

  it('has at most 64 KiB as text, counts all lines, and says that it is cut', () => {
    const after = Array.from({ length: 10_000 }, (_, i) => `line ${i} ${'é'.repeat(20)}\n`).join('');
    const difference = differenceOf('', after);
    expect(difference).toMatchObject({ added: 10_000, removed: 0, truncated: true });
    expect(Buffer.byteLength(unified({ from: 1, to: 2, ...difference }))).toBeLessThanOrEqual(64 * 1024);
    const [{ newLines, lines }] = difference.hunks as unknown as [{ newLines: number; lines: string[] }];
    expect(lines).toHaveLength(newLines);
    expect(differenceOf('', 'x'.repeat(1_000_000))).toEqual({ hunks: [], added: 1, removed: 0, truncated: true });
  });

  it('gives up on texts that take long to compare, and says so', () => {
    const lines = (seed: number) => Array.from({ length: 9_000 }, (_, i) => `${(i * seed) % 7919}\n`).join('');
    expect(differenceOf(lines(3), lines(5))).toMatchObject({ truncated: true });
  });
});
