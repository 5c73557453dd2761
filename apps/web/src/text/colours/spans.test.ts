import library from 'highlight.js/lib/core';
import { expect, it } from 'vitest';
import { grammarOf } from './languages.ts';
import { piecesIn } from './spans.ts';

async function piecesOf(text: string, written: string) {
  const { name, grammar } = (await grammarOf(written))!;
  library.registerLanguage(name, grammar);
  return piecesIn(library.highlight(text, { language: name, ignoreIllegals: true }).value);
}

it('code keeps each character, and nothing in it is HTML', async () => {
  const text = 'const a = `<b>&amp;${1 < 2}</b>\'"`; // </span><script>\n';
  const pieces = await piecesOf(text, 'TS');
  expect(pieces.map(([piece]) => piece).join('')).toBe(text);
  expect(pieces).toContainEqual(['const', 'hljs-keyword']);
  expect(pieces).toContainEqual(['// </span><script>', 'hljs-comment']);
});

it.each(['', 'no-language', '__proto__', 'constructor'])('has no grammar of %j', async (written) =>
  expect(await grammarOf(written)).toBeUndefined(),
);
