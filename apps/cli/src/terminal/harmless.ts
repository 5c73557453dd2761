import { harmlessLines, unsafe } from '../watch/harmless.ts';

/** Untrusted text of several lines, unable to control the terminal. */
export const harmlessText = (text: string): string => harmlessLines(text).join('\n');

const rawInJson = new RegExp(`${unsafe.source}|[\u2028\u2029]`, 'gu');

/** JSON in which control characters and invisible characters are escaped. */
export const harmlessJson = (value: unknown): string =>
  JSON.stringify(value).replace(rawInJson, (character) =>
    Array.from({ length: character.length }, (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );
