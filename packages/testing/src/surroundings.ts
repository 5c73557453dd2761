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
const labels: ReadonlySet<string> = new Set(['name', 'role', 'senderName', 'lockedByName']);

/** Fields that depend on the clock. */
const measured: ReadonlySet<string> = new Set(['reach', 'lastSeenAt', 'ttlRemaining']);

/**
 * Divides a text, or all texts in JSON.
 * @throws {Error} when an envelope contains its own boundary, or cannot be read.
 */
export function surroundings(shown: unknown): Surroundings {
  const enclosed: string[] = [];
  const around = without(shown, enclosed);
  return { enclosed, around };
}

function without(shown: unknown, enclosed: string[], field = ''): unknown {
  if (measured.has(field)) return '<measured>';
  if (typeof shown === 'string') return labels.has(field) ? '<label>' : textWithout(shown, enclosed);
  if (Array.isArray(shown)) return shown.map((each) => without(each, enclosed));
  if (typeof shown === 'number') return shown >= 1_000 ? '<number>' : shown;
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, each]) => [name, without(each, enclosed, name)]));
}

function textWithout(shown: string, enclosed: string[]): string {
  const rest = shown.replace(envelope, (text, boundary: string) => {
    const { content } = readEnvelope(text);
    if (content.includes(boundary)) throw new Error('The text knows its boundary');
    enclosed.push(content);
    return '<envelope>';
  });
  return rest
    .replace(/"(?:[^"\\\n]|\\[^\n])*"/g, '<quoted>')
    .replace(/\b(?:reach|lastSeenAt|ttlRemaining): \S+/g, '<measured>')
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32,}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/\d{4,}/g, '<number>');
}
