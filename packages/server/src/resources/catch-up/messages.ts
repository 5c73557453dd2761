import { correction, maxPageSize, type catchUp, type MessageView, type Participant } from '@parley/core';
import type { Glimpse } from '../../engine/stream/log.ts';
import type { LoggedEvent } from '../../engine/stream/logged.ts';
import { beginning, type PieceRow } from './queries.ts';
import type { EventRow } from '../../engine/store/events.ts';
import type { Environment } from '../../engine/environment.ts';
import type { CatchUpReading } from './reading.ts';
import { readable } from '../readable.ts';

type ReadMessage = catchUp.ReadMessage;

const mostReplies = 100;
/** Messages that are longer can only be images, which are not read as a whole. */
const longestWhole = 512 * 1024;

interface LogPosition {
  spaceId: string;
  after: number;
  head: number;
  viewer: Participant;
  env: Environment;
}

export interface Messages {
  readonly messages: ReadMessage[];
  readonly unread: catchUp.Material['unread']['messages'];
  /** Those in the queue of the reader, before `after` too, by their sequences. */
  readonly waiting: ReadonlyMap<number, ReadMessage>;
}

/**
 * The messages that can matter, in order: the newest, and of the older ones those that are directed to the reader or come from people.
 * @param queue - The sequences of the messages in the queue of the reader.
 */
export async function messagesFor(
  place: LogPosition,
  reading: CatchUpReading,
  queue: Promise<readonly number[]>,
): Promise<Messages> {
  const { spaceId, after, head, viewer, env } = place;
  const { bytes } = reading;
  const toReader = { spaceId, after, before: head + 1, participantId: viewer.participantId };
  const [glimpses, directed, queued] = await Promise.all([
    env.log.newest(spaceId, head, { events: reading.newest, bytes, longest: longestWhole, beginning }),
    env.catchUp.directed(toReader, reading.directed),
    queue,
  ]);
  const newest = glimpses.filter((each) => placeOf(each).sequence > after);
  const known = newest.flatMap((each) => ('message' in each ? [{ event: each.message, isCut: false }] : []));
  const long = newest.flatMap((each) => ('message' in each ? [] : each.sequence));
  const isKnown = new Set(known.map(({ event }) => event.sequence));
  const read = (sequences: readonly number[], most: number) =>
    env.catchUp.some(
      spaceId,
      sequences.filter((sequence) => !isKnown.has(sequence)),
      most,
    );
  const before = glimpses[0] && placeOf(glimpses[0]);
  const hasOlder = before && before.sequence > after + 1;
  const [older, ...others] = await Promise.all([
    hasOlder ? olderThan(before, place, reading) : nothing,
    read(long, Number.MAX_SAFE_INTEGER),
    read(directed, bytes),
    read(queued, bytes),
  ]);
  const rows = new Map([...older.rows, ...others.flat()].map((row) => [row.sequence, row]));
  const all = [...known, ...[...rows.values()].map((row) => eventOf(spaceId, row, env))];
  const views = all.filter(({ event }) => event.isFor(viewer)).map(({ event, isCut }) => ({ ...readable(event), isCut }));
  const messages = await addressed(views, place);
  const erased = new Set(views.filter(({ redacted }) => redacted).map(({ sequence }) => sequence));
  const isUnread = ({ sequence }: ReadMessage) => sequence > after && sequence <= head && !erased.has(sequence);
  const unreadMessages = messages.filter(isUnread).toSorted((a, b) => a.sequence - b.sequence);
  const bySequence = new Map(messages.map((each) => [each.sequence, each]));
  return {
    messages: correction.withoutReplaced(unreadMessages),
    unread:
      older.count > 0
        ? { before: before!.sequence, count: Math.min(older.count, maxPageSize), hasMore: older.count > maxPageSize }
        : undefined,
    waiting: new Map(queued.flatMap((sequence) => (bySequence.has(sequence) ? [[sequence, bySequence.get(sequence)!]] : []))),
  };
}

const placeOf = (glimpse: Glimpse): { sequence: number; at: number } => ('message' in glimpse ? glimpse.message : glimpse);

const nothing = { rows: [] as PieceRow[], count: 0 };

async function olderThan(
  before: { sequence: number; at: number },
  { spaceId, after, env }: LogPosition,
  { ofPeople, bytes }: CatchUpReading,
): Promise<typeof nothing> {
  const [rows, count] = await Promise.all([
    env.catchUp.ofPeople({ spaceId, after, before: before.sequence }, { rows: ofPeople, bytes }),
    env.catchUp.count(spaceId, after, before.at, maxPageSize + 1),
  ]);
  return { rows, count };
}

function eventOf(spaceId: string, { tail, ...row }: PieceRow, { log }: Environment): { event: LoggedEvent; isCut: boolean } {
  if (tail === null) return { event: log.event(spaceId, row), isCut: false };
  return { event: log.event(spaceId, mended(row, tail)), isCut: true };
}

/** A fact without the end of its content, which can be cut inside an escape sequence. */
function mended(row: EventRow, rest: string): EventRow {
  for (let end = row.body.length; ; end -= 1) {
    const body = row.body.slice(0, end) + rest;
    if (isJson(body)) return { ...row, body };
    if (end < row.body.length - longestEscape) throw new Error('A message in the log is not a fact');
  }
}

const longestEscape = '\\u0000\\u0000'.length;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Says which messages are directed to the reader or reply to a message of it. */
async function addressed(
  views: readonly (MessageView & { isCut: boolean })[],
  { spaceId, viewer: { participantId }, env }: LogPosition,
): Promise<ReadMessage[]> {
  const senders = new Map(views.map(({ id, senderId }) => [id, senderId]));
  const unknown = views.flatMap(({ replyTo, senderId }) =>
    replyTo !== undefined && senderId !== participantId && !senders.has(replyTo) ? [replyTo] : [],
  );
  const asked = [...new Set(unknown)].slice(-mostReplies);
  const mine = new Set(await env.catchUp.sentBy(spaceId, participantId, asked));
  for (const [id, senderId] of senders) if (senderId === participantId) mine.add(id);
  return views.map(({ isOwner: _isOwner, redacted: _redacted, replacedBy: _replacedBy, isCut, attachments, ...view }) => ({
    ...view,
    ...(attachments && { attachments: attachments.map(({ fileId, name, bytes }) => ({ fileId, name, bytes })) }),
    ...(isCut && { isCut }),
    addressedToYou:
      view.senderId !== participantId &&
      (view.to?.includes(participantId) === true || (view.replyTo !== undefined && mine.has(view.replyTo))),
  }));
}
