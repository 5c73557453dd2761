import { utf8Bytes } from '../../../kernel/text.ts';
import { enclosedText, noticeOfTexts } from '../../../kernel/enclosed.ts';
import { inQuotes } from '../../../kernel/envelope.ts';
import { named, short } from '../../../kernel/caught.ts';
import { counted } from '../../../kernel/words.ts';
import { referenceNames } from '../../messages/references.ts';
import { countName, decidedKinds, todoLists, todoNames } from '../declared.ts';
import type { Form, Items } from './form.ts';
import type { CatchUp, CaughtMessage, Hunk, PersonList } from './material.ts';

/** Hexadecimal digits of a boundary. */
export const boundaryLength = 16;

const personLists: readonly PersonList[] = ['joined', 'left', 'muted', 'unmuted', 'waiting'];

/** What an item is in the text; texts of participants are enclosed. */
const written = (boundary: string): { [Name in keyof Items]: (item: Items[Name]) => string } => {
  const enclosed = (text: string) => enclosedText(text, boundary);
  return {
    lock: ({ artifactId, name, lockExpiresAt }) =>
      `- lock of ${inQuotes(name)} ${artifactId}${lockExpiresAt === undefined ? '' : ` until ${lockExpiresAt}`}`,
    delivery: ({ deliveryId, state, leaseExpiresAt, message }) => {
      const lease = leaseExpiresAt === undefined ? '' : ` until ${leaseExpiresAt}`;
      return `- delivery ${deliveryId}, ${state}${lease}:\n${messageText(message, enclosed)}`;
    },
    todo: ({ list, item }) => todoLists[list].line(item),
    decided: (item) => decidedKinds.find(({ one }) => `${one}Id` in item)!.line(item),
    artifact: ({ id, name, from, to, deleted, authors, added, removed }) =>
      [
        `- ${inQuotes(name)} ${id}: ${from === undefined ? 'new' : `version ${from}`} to ${to}`,
        ...(deleted ? ['deleted'] : []),
        ...(added === undefined ? [] : [`+${added} -${removed} lines`]),
        ...authors.map(({ participantId, name }) => `by ${named(participantId, name)}`),
      ].join(', '),
    hunk: hunkText,
    message: (message) => messageText(message, enclosed),
    person: ({ list, someone }) => `- ${list}: ${named(someone.participantId, someone.name)}`,
    agenda: (agenda) => `- agenda:\n${enclosed(agenda)}`,
    omission: ({ from, to, messages, hasMore, reason, call }) =>
      `- #${from} to #${to}: ${reason === 'messages' ? `${hasMore ? 'more than ' : ''}${counted(messages, 'message')}` : reason}; ${call}`,
  };
};

function messageText(message: CaughtMessage, enclosed: (text: string) => string): string {
  const { id, sequence, timestamp, senderId, senderName, speaker, type, content } = message;
  const { addressedToYou, truncated, to, replyTo, replaces, expects, attachments = [] } = message;
  const labels = [
    `#${sequence} ${timestamp.replace(/\.\d+Z$/, 'Z')} ${named(senderId, senderName)} ${speaker}`,
    ...(addressedToYou ? ['to you'] : []),
    `id: ${id}`,
    ...(type === 'text' ? [] : [`type: ${type}`]),
    ...(to === undefined ? [] : [`to: ${to.map(short).join(' ')}`]),
    ...(expects === undefined ? [] : [`expects: ${expects}`]),
    ...(replyTo === undefined ? [] : [`replyTo: ${replyTo}`]),
    ...(replaces === undefined ? [] : [`corrects: ${replaces}`]),
    ...referenceNames.flatMap((name) => (message[name] === undefined ? [] : [`${name.replace(/Id$/, '')}: ${message[name]}`])),
    ...attachments.map(({ fileId, name, bytes }) => `file: ${fileId} ${inQuotes(name)} of ${bytes} bytes`),
    ...(truncated ? ['only the beginning'] : []),
  ];
  return `${labels.join(', ')}\n${enclosed(content)}`;
}

const hunkText = ({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string =>
  [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join('\n');

const incomplete = ', changes not complete';

/** With a line break. */
const lineBytes = (text: string): number => utf8Bytes(text) + 1;

/** The answer as text, in which a boundary of this length encloses what participants wrote. */
export const asText: Form = (() => {
  const boundary = '0'.repeat(boundaryLength);
  const lines = written(boundary);
  const bytes = Object.fromEntries(
    Object.entries(lines).map(([name, line]) => [name, (item: never) => lineBytes((line as (item: never) => string)(item))]),
  ) as unknown as Form['bytes'];
  return {
    frame: (empty) => utf8Bytes(page(empty, boundary, true)),
    label: (name) => utf8Bytes(inQuotes(name)) - 2,
    bytes: {
      ...bytes,
      artifact: (artifact) => bytes.artifact(artifact) + lineBytes(incomplete) + lineBytes(enclosedText('', boundary)),
    },
  };
})();

/**
 * The answer as plain text.
 * @param boundary - 16 hexadecimal digits that nobody who wrote a text in it can know.
 */
export const textOf = (answer: CatchUp, boundary: string): string => page(answer, boundary, false);

const toDo = (todo: CatchUp['todo']): string => {
  const others = todoNames.map((list) => counted(todo[countName(list)], todoLists[list].one));
  return `To do: ${[counted(todo.openDeliveries, 'delivery', 'deliveries'), ...others].join(', ')}`;
};

function page(answer: CatchUp, boundary: string, isFrame: boolean): string {
  const { you, todo, decided, artifacts, messages, room, omitted, cursor, head } = answer;
  const write = written(boundary);
  const section = (heading: string, lines: readonly string[]): string[] =>
    isFrame || lines.length > 0 ? [`## ${heading}`, ...lines] : [];
  const left = you.budgetLeft === undefined ? '' : `, can send ${you.budgetLeft} more`;
  const people = personLists.flatMap((list) => (room[list] ?? []).map((someone) => write.person({ list, someone })));
  return [
    `# ${inQuotes(room.name)} up to #${head}`,
    noticeOfTexts(boundary),
    `you: ${inQuotes(you.name)} ${you.participantId}, ${inQuotes(you.role)}, ${you.status}, locks: ${you.locksHeld}${left}`,
    ...you.locks.map(write.lock),
    ...section(toDo(todo), [
      ...(todo.held === undefined ? [] : [`- ${counted(todo.held, 'delivery', 'deliveries')} held until you accept them`]),
      ...todo.deliveries.map(write.delivery),
      ...todoNames.flatMap((list) => todo[list].map((item) => write.todo({ list, item }))),
    ]),
    ...section('Decided', decided.map(write.decided)),
    ...section(
      'Artifacts',
      artifacts.flatMap(({ hunks = [], truncated, ...artifact }) => [
        write.artifact(artifact) + (truncated ? incomplete : ''),
        ...(hunks.length > 0 ? [enclosedText(hunks.map(write.hunk).join('\n'), boundary)] : []),
      ]),
    ),
    ...section('Messages', messages.map(write.message)),
    ...section('Room', [...people, ...(room.agenda === undefined ? [] : [write.agenda(room.agenda)])]),
    ...section('Omitted', omitted.map(write.omission)),
    `ends in ${room.ttlRemaining} s${room.paused ? ', paused' : ''}; next: after=${cursor}`,
    '',
  ].join('\n');
}
