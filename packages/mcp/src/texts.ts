import { enclose, inQuotes, type EnvelopeLabels } from '@parley/core';

/**
 * How fields that callers write reach a model. A body is enclosed with a random boundary; a label is a short name within the JSON,
 * which shows where it begins and ends.
 */
export const writtenByCallers: Readonly<Record<string, 'body' | 'label'>> = {
  content: 'body',
  description: 'body',
  agenda: 'body',
  note: 'body',
  name: 'label',
  role: 'label',
  senderName: 'label',
  lockedByName: 'label',
};

const isBody = (field: string): boolean => writtenByCallers[field] === 'body';

type Fields = Record<string, unknown>;

/** A longer image would fill the context of a model with characters that it cannot read. */
const mostOfImage = 256;

/** An answer in which every text of a participant is enclosed. */
export function enclosed(value: unknown, spaceId?: string): unknown {
  if (Array.isArray(value)) return value.map((each) => enclosed(each, spaceId));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Fields;
  const space = typeof fields['spaceId'] === 'string' ? fields['spaceId'] : spaceId;
  return Object.fromEntries(
    Object.entries(fields).map(([field, each]) => [
      field,
      isBody(field) && typeof each === 'string' && each !== ''
        ? enclose(shown(each), labelsOf(fields, field, space))
        : enclosed(each, space),
    ]),
  );
}

function shown(content: string): string {
  if (!content.startsWith('data:') || content.length <= mostOfImage) return content;
  return `${content.slice(0, mostOfImage)}… (${content.length - mostOfImage} more characters, which REST returns)`;
}

/** What is known about a text, from the other fields of what it belongs to. */
function labelsOf(fields: Fields, field: string, spaceId: string | undefined): EnvelopeLabels {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
  const speaker = text('speaker') ?? (fields['isOwner'] === true ? 'owner' : undefined);
  if (text('senderName') !== undefined) {
    const [messageId, senderId, replyTo] = [text('id'), text('senderId'), text('replyTo')];
    return {
      spaceId,
      messageId,
      senderId,
      senderName: text('senderName'),
      speaker,
      type: text('type'),
      timestamp: text('timestamp'),
      replyTo,
    };
  }
  if (field === 'note') return { spaceId, messageId: text('messageId'), senderId: text('participantId'), type: 'note' };
  if (field === 'content')
    return { spaceId, artifactId: text('id'), senderId: text('updatedBy'), type: text('type'), timestamp: text('updatedAt') };
  return { spaceId, speaker: 'owner', type: field };
}

/** An answer in plain lines, for hosts that pass on no structured content. Only enclosed texts have more than one line. */
export function linesOf(value: unknown, indent = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${indent}${scalar(value)}`];
  if (Array.isArray(value)) return value.flatMap((each) => listed(linesOf(each, `${indent}  `), indent));
  return Object.entries(value as Fields).flatMap(([field, each]) => {
    if (each === undefined) return [];
    const name = `${indent}${scalar(field)}:`;
    if (Array.isArray(each) && each.length === 0) return [`${name} none`];
    if (typeof each === 'object' && each !== null) return [name, ...linesOf(each, `${indent}  `)];
    const isBlock = typeof each === 'string' && each.includes('\n') && isBody(field);
    return isBlock ? [name, each] : [`${name} ${scalar(each, writtenByCallers[field] === 'label')}`];
  });
}

const listed = ([first = '', ...rest]: string[], indent: string): string[] => [`${indent}- ${first.trimStart()}`, ...rest];

/** A name could contain anything, so it is always in quotes. */
function scalar(value: unknown, isLabel = false): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return !isLabel && /^[\w.:/+@?=&%#-]+$/.test(value) ? value : inQuotes(value);
}
