import { harmlessLines } from '../watch/harmless.ts';

/** Text of several lines that a terminal can do nothing with but show it. */
export const harmlessText = (text: string): string => harmlessLines(text).join('\n');

const rawInJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** JSON that is safe to show: what JSON leaves raw and a terminal may obey is escaped. */
export const harmlessJson = (value: unknown): string =>
  JSON.stringify(value).replace(rawInJson, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
