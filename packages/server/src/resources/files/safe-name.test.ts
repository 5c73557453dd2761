import { hostileTexts } from '@parley/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileName } from './safe-name.ts';

/** Names that Windows keeps for devices, whatever extension follows. */
const device = /^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/i;
const odd = fc.constantFrom(
  'con',
  'NUL',
  'com1',
  'aux.',
  '.',
  '..',
  '/',
  '\\',
  ' ',
  '.md',
  '\u202e',
  '\u0000',
  '\n',
  '~',
  '💬',
  'ß',
  'a',
);
const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(...hostileTexts),
  fc.array(odd, { maxLength: 60 }).map((parts) => parts.join('')),
);

describe('the file name of an artifact', () => {
  it.each([
    ['Plan', 'Plan.md'],
    ['Plan.md', 'Plan.md'],
    ['PLAN.MD', 'PLAN.md'],
    ['a/b\\c:d', 'a-b-c-d.md'],
    ['../../etc/passwd', '-..-etc-passwd.md'],
    ['two\u00a0 words', 'two words.md'],
    ['.hidden.', 'hidden.md'],
    ['', 'artifact.md'],
    ['...', 'artifact.md'],
    ['con', 'artifact-con.md'],
    ['LPT1', 'artifact-LPT1.md'],
    ['Übung 💬', 'Übung 💬.md'],
  ])('%j is %j', (name, expected) => expect(fileName(name)).toBe(expected));

  it('is valid on every file system, whatever the name of the artifact', () =>
    fc.assert(
      fc.property(name, (name) => {
        const safe = fileName(name);
        expect(safe).toMatch(/^[^\p{Cc}\p{Cf}<>:"/\\|?*]+\.md$/u);
        expect(safe).toMatch(/^[^. ]/);
        expect(safe.slice(0, -3)).toMatch(/[^ ]$/);
        expect(safe.isWellFormed()).toBe(true);
      }),
      { numRuns: 1_000 },
    ));

  it('is never that of a device, with or without an extension', () => {
    for (const name of ['con', 'nul.txt', 'Aux.notes.md', 'com1.x', 'prn .x']) expect(fileName(name), name).not.toMatch(device);
  });

  it('has at most 255 bytes, the limit of Linux', () => {
    for (const letter of ['a', 'ß', '語', '💬']) {
      expect(Buffer.byteLength(fileName(letter.repeat(200))), letter).toBeLessThanOrEqual(255);
    }
  });
});
