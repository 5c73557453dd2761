import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoundedText, LastLines } from './captured.ts';

const captured = (most: number | undefined, ...chunks: (string | Uint8Array)[]) => {
  const bounded = new BoundedText(most);
  for (const chunk of chunks) bounded.add(Buffer.from(chunk as string));
  return bounded.text;
};

test('line ends at the end are dropped, and white space alone is nothing', () => {
  expect(captured(undefined, '  a\n', 'b\n\n')).toBe('  a\nb');
  expect(captured(undefined, ' \n\t\n')).toBe('');
});

test('characters that are split between chunks stay whole', () => {
  const bytes = Buffer.from('é日👍');
  expect(captured(undefined, ...[...bytes].map((byte) => Uint8Array.of(byte)))).toBe('é日👍');
});

test('bytes that are not UTF-8, and U+0000, do not reach a message', () => {
  expect(captured(undefined, Uint8Array.of(0x61, 0xff, 0x00, 0x62))).toBe('a\ufffdb');
});

test('the text always fits into a message and is well-formed', () => {
  const chunks = fc.array(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 100 })), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(chunks, (chunks) => {
      const text = captured(200, ...chunks);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200);
      expect(text.isWellFormed()).toBe(true);
      const total = chunks.reduce((sum, chunk) => sum + Buffer.from(chunk as string).length, 0);
      if (total > 200) expect(text).toMatch(new RegExp(`\\[The output was cut: ${total.toLocaleString('en')} bytes`));
    }),
  );
});

test('lines are split however they arrive, and a line without an end is bounded', () => {
  const lines: string[] = [];
  const last = new LastLines((line) => lines.push(line));
  for (const chunk of ['on', 'e\r\ntwo\n', ' \n', 'three']) last.add(Buffer.from(chunk));
  expect([last.end(), lines]).toEqual(['three', ['one', 'two', 'three']]);
  for (let i = 0; i < 100; i += 1) last.add(Buffer.alloc(10_000, 'x'));
  expect(last.end()).toHaveLength(2_000);
});
