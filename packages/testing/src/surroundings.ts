import { readEnvelope } from '@parley/core';

/** What a surface shows, divided into the texts of participants and everything else. */
export interface Surroundings {
  /** The contents of all envelopes, in order. */
  enclosed: string[];
  /**
   * The rest, in which names in quotes, ids, times and large numbers are replaced. If the same meeting is held with other texts, it is
   * the same.
   */
  around: unknown;
}

/** A whole envelope. Only the line feed ends a line here. */
const envelope =
  /(?<![^\n])The text between the lines BEGIN ([\da-f]{32}) and END \1 is from [^\n]*\n(?:\w+: [^\n]*\n)*BEGIN \1\n[^]*?\nEND \1(?![^\n])/g;

/** Fields with names, which stay where they are. */
const labels: ReadonlySet<string> = new Set([
  'name',
  'role',
  'senderName',
  'lockedByName',
  'updatedByName',
  'authorName',
  'displayName',
]);

/** Fields that depend on the clock, or on the length of texts. */
const measured: ReadonlySet<string> = new Set([
  'reach',
  'lastSeenAt',
  'contextVersion',
  'ttlRemaining',
  'bytes',
  'added',
  'removed',
]);

/**
 * Divides a text, or all texts in JSON.
 * @throws {Error} when an envelope contains its own boundary, or cannot be read.
 */
export function surroundings(shown: unknown): Surroundings {
  const enclosed: string[] = [];
  const around = without(shown, enclosed);
  return { enclosed, around };
}

/** `boundary` is that of the fields of a result over MCP, which its notice names. */
function without(shown: unknown, enclosed: string[], field = '', boundary = noticedIn(shown)): unknown {
  if (measured.has(field)) return '<measured>';
  if (typeof shown === 'string') return labels.has(field) ? '<label>' : fieldWithout(shown, enclosed, field, boundary);
  if (Array.isArray(shown)) return shown.map((each) => without(each, enclosed, '', boundary));
  if (typeof shown === 'number') return shown >= 1_000 ? '<number>' : shown;
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, each]) => [name, without(each, enclosed, name, boundary)]));
}

const noticedIn = (shown: unknown): string | undefined => {
  const { notice } = (typeof shown === 'object' && shown !== null ? shown : {}) as { notice?: unknown };
  return typeof notice === 'string' ? pageStart.exec(`${notice}\n`)?.[1] : undefined;
};

function fieldWithout(text: string, enclosed: string[], field: string, boundary: string | undefined): string {
  if (boundary === undefined) return textWithout(text, enclosed);
  if (field === 'notice') return text.replaceAll(boundary, '<boundary>');
  const [begin, end] = [`BEGIN ${boundary}\n`, `\nEND ${boundary}`];
  if (!text.startsWith(begin) || !text.endsWith(end)) {
    if (text.includes(boundary)) throw new Error('The boundary is not only around texts');
    return textWithout(text, enclosed);
  }
  const content = text.slice(begin.length, -end.length);
  if (content.includes(boundary)) throw new Error('The text knows its boundary');
  enclosed.push(content);
  return '<envelope>';
}

/** The first line of a result over MCP, which names the boundary of all texts in it. */
const pageStart = /^Each text between the lines BEGIN ([\da-f]{16}) and END \1 is from [^\n]*\n/;

/**
 * The texts of participants in a result over MCP, in order.
 * @throws {Error} when one contains the boundary.
 */
export function textsIn(page: string): string[] {
  const texts: string[] = [];
  pageWithout(page, texts);
  return texts;
}

/**
 * The text of a participant in a field of a result over MCP.
 * @throws {Error} when the field has no text, or more than one.
 */
export function textInField(field: string): string {
  const [, , text] = /^BEGIN ([\da-f]{16})\n([^]*)\nEND \1$/.exec(field) ?? [];
  if (text === undefined) throw new Error(`This is no text in its boundaries: ${field}`);
  return text;
}

function pageWithout(page: string, enclosed: string[]): string {
  const [, boundary] = pageStart.exec(page) ?? [];
  if (boundary === undefined) return page;
  const rest = page.replace(
    new RegExp(`(?<=\\n)BEGIN ${boundary}\\n([^]*?)\\nEND ${boundary}(?![^\\n])`, 'g'),
    (_, text: string) => {
      if (text.includes(boundary)) throw new Error('The text knows its boundary');
      enclosed.push(text);
      return '<envelope>';
    },
  );
  if (rest.split(boundary).length !== 3) throw new Error('The boundary is not only around texts');
  return rest.replaceAll(boundary, '<boundary>');
}

function textWithout(shown: string, enclosed: string[]): string {
  const rest = pageWithout(shown, enclosed).replace(envelope, (text, boundary: string) => {
    const { content } = readEnvelope(text);
    if (content.includes(boundary)) throw new Error('The text knows its boundary');
    enclosed.push(content);
    return '<envelope>';
  });
  return (
    rest
      .replace(/"(?:[^"\\\n]|\\[^\n])*"/g, '<quoted>')
      // It is shown where it is not the name, which depends on the others.
      .replaceAll(', displayName: <quoted>', '')
      .replace(/\b(?:reach|lastSeenAt|contextVersion|ttlRemaining|bytes|added|removed): \S+/g, '<measured>')
      .replace(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|[\da-f]{32,}|\b[\da-f]{8}\b/g, '<id>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replace(/\d{4,}/g, '<number>')
  );
}
