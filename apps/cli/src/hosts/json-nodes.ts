import { CannotEdit } from './cannot-edit.ts';

/** A value in a text of JSON with comments, and where it is. */
export interface JsonNode {
  kind: 'object' | 'array' | 'other';
  start: number;
  end: number;
  /** In an object or an array; `start` is that of the key, if there is one. */
  members: JsonMember[];
}

interface JsonMember {
  start: number;
  key?: string;
  value: JsonNode;
}

const blank = /(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const scalar = /"(?:[^"\\\n]|\\.)*"|[-\w.+]+/y;

/**
 * Reads JSON, also with comments and commas before a closing bracket.
 * @throws {CannotEdit} when the text is something else.
 */
export function nodesOf(text: string): JsonNode {
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const fail = (): never => {
    throw new CannotEdit(`it is not valid JSON (line ${text.slice(0, at).split('\n').length})`);
  };
  const parsed = (found = ''): unknown => {
    try {
      return JSON.parse(found);
    } catch {
      return fail();
    }
  };
  const take = (character: string): boolean => {
    match(blank);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };

  const value = (depth: number): JsonNode => {
    match(blank);
    if (depth > 200) fail();
    const start = at;
    const kind = text[at] === '{' ? 'object' : text[at] === '[' ? 'array' : 'other';
    if (kind === 'other') {
      parsed(match(scalar));
      return { kind, start, end: at, members: [] };
    }
    at += 1;
    const close = kind === 'object' ? '}' : ']';
    const members: JsonMember[] = [];
    for (let mayFollow = true; !take(close); mayFollow = take(',')) {
      if (!mayFollow) fail();
      members.push(member(kind, depth));
    }
    return { kind, start, end: at, members };
  };

  const member = (kind: 'object' | 'array', depth: number): JsonMember => {
    match(blank);
    const start = at;
    if (kind === 'array') return { start, value: value(depth + 1) };
    const key = text[at] === '"' ? parsed(match(scalar)) : fail();
    if (!take(':')) fail();
    return { start, key: key as string, value: value(depth + 1) };
  };

  const root = value(0);
  match(blank);
  if (at < text.length) fail();
  return root;
}
