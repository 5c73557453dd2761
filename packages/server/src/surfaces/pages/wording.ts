import { counted } from '@parley/core';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
/**
 * Characters that control, change the direction of text, or are invisible and can smuggle words past a human to a model, except
 * the joiners inside an emoji. The CLI has the same list in `watch/harmless.ts`.
 */
const unseen =
  /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}](?<!\p{Extended_Pictographic}\ufe0f|[0-9#*]\ufe0f(?=\u20e3)|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?\u200d(?=\p{Extended_Pictographic}))/gu;

export const onOneLine = (text: string): string => text.split(lineEnd).join(' ').replace(unseen, '');

const steps: [seconds: number, word: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
];

/** A duration for humans, in the largest unit of which there are at least two. */
export const roughly = (seconds: number): string => inWords(seconds);

/** How much longer: `2 more days`. */
export const more = (seconds: number): string => inWords(seconds, 'more ');

function inWords(seconds: number, kind = ''): string {
  const [length, word] = steps.find(([length]) => seconds >= 2 * length) ?? [1, 'second'];
  return counted(Math.round(seconds / length), `${kind}${word}`);
}

/**
 * Encloses untrusted text in a Markdown block that it cannot close: every line is marked, the fence is longer than any in the text,
 * and characters that would hide or reorder it are spelled out.
 */
export function quoted(text: string): string {
  const lines = text.split(lineEnd).map((line) => `| ${line.replace(unseen, spelledOut)}`.trimEnd());
  const longest = Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1));
  const fence = '`'.repeat(longest);
  return [`${fence}text`, ...lines, fence].join('\n');
}

const spelledOut = (character: string): string =>
  character === '\t' ? character : `\\u{${character.codePointAt(0)!.toString(16).padStart(4, '0')}}`;
