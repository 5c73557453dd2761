import { maxPageBytes, maxPageSize, type catchUp, type Participant } from '@parley/core';
import type { Glimpse } from '../../events/log.ts';
import type { LoggedEvent } from '../../events/logged.ts';
import type { PieceRow } from '../../store/catch-up.ts';
import type { EventRow } from '../../store/events.ts';
import type { Environment } from '../define.ts';
import type { View } from '../../present/view.ts';

type ReadMessage = catchUp.ReadMessage;

/** How many of the newest messages are read at least: replies to the reader are only among these. */
const leastNewest = 200;
/** Older messages that are looked for because of whom they are directed to, or who speaks. */
const mostDirected = 50;
const mostOfPeople = 100;
const mostReplies = 100;
/** Messages that are longer can only be images, which are not read as a whole. */
const longestWhole = 512 * 1024;

interface Place {
  spaceId: string;
  after: number;
  head: number;
  viewer: Participant;
  env: Environment;
}

export interface Messages {
  readonly messages: ReadMessage[];
  readonly unread: catchUp.Material['unread']['messages'];
}

/**
 * The messages that can matter, in order: the newest, and of the older ones those that are directed to the reader or come from people.
 * @param most - How many can be shown.
 * @param besides - The sequences of further messages, before `after` too, which are not in the result.
 */
export async function messagesFor(
  place: Place,
  most: number,
  besides: readonly number[],
): Promise<Messages & { besides: ReadonlyMap<number, ReadMessage> }> {
  const { spaceId, after, head, viewer, env } = place;
  const glimpses = await env.log.newest(spaceId, head, {
    events: Math.min(Math.max(most, leastNewest), maxPageSize),
    bytes: maxPageBytes,
    longest: longestWhole,
    beginning: 1,
  });
  const before = glimpses[0] && placeOf(glimpses[0]);
  const old = before && before.sequence > after + 1 ? await olderFor(place, before) : nothing;

  const newest = glimpses.filter((each) => placeOf(each).sequence > after);
  const known = newest.flatMap((each) => ('message' in each ? [{ event: each.message, isCut: false }] : []));
  const isKnown = new Set([...known.map(({ event }) => event.sequence), ...old.rows.map(({ sequence }) => sequence)]);
  const long = newest.flatMap((each) => ('message' in each ? [] : each.sequence));
  const wanted = new Set([...long, ...old.directed, ...besides].filter((sequence) => !isKnown.has(sequence)));
  const rows = [...old.rows, ...(await env.catchUp.some(spaceId, [...wanted]))];
  const all = [...known, ...rows.map((row) => eventOf(spaceId, row, env))].filter(({ event }) => event.isFor(viewer));
  const views = all.map(({ event, isCut }) => ({ ...(JSON.parse(event.json) as View<'messageView'>), isCut }));
  const read = await addressed(views, place);
  const bySequence = new Map(read.map((each) => [each.sequence, each]));
  return {
    messages: read.filter(({ sequence }) => sequence > after && sequence <= head).toSorted((a, b) => a.sequence - b.sequence),
    unread:
      old.count > 0
        ? { before: before!.sequence, count: Math.min(old.count, maxPageSize), hasMore: old.count > maxPageSize }
        : undefined,
    besides: new Map(
      besides.flatMap((sequence) => {
        const found = bySequence.get(sequence);
        return found ? [[sequence, found] as const] : [];
      }),
    ),
  };
}

const placeOf = (glimpse: Glimpse): { sequence: number; at: number } => ('message' in glimpse ? glimpse.message : glimpse);

const nothing = { rows: [] as PieceRow[], directed: [] as number[], count: 0 };

async function olderFor(
  { spaceId, after, viewer, env }: Place,
  before: { sequence: number; at: number },
): Promise<typeof nothing> {
  const span = { spaceId, after, before: before.sequence };
  const [rows, directed, count] = await Promise.all([
    env.catchUp.ofPeople(span, mostOfPeople),
    env.catchUp.directed({ ...span, participantId: viewer.participantId }, mostDirected),
    env.catchUp.count(spaceId, after, before.at, maxPageSize + 1),
  ]);
  return { rows, directed, count };
}

/** Where the content of a message ends in its fact: inside a text, the quotes would be escaped. */
const afterContent = '","type":"';

function eventOf(spaceId: string, { tail, ...row }: PieceRow, { log }: Environment): { event: LoggedEvent; isCut: boolean } {
  if (tail === null) return { event: log.event(spaceId, row), isCut: false };
  return { event: log.event(spaceId, mended(row, tail.slice(tail.indexOf(afterContent)))), isCut: true };
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
  views: readonly (View<'messageView'> & { isCut: boolean })[],
  { spaceId, viewer: { participantId }, env }: Place,
): Promise<ReadMessage[]> {
  const senders = new Map(views.map(({ id, senderId }) => [id, senderId]));
  const unknown = views.flatMap(({ replyTo, senderId }) =>
    replyTo !== undefined && senderId !== participantId && !senders.has(replyTo) ? [replyTo] : [],
  );
  const asked = [...new Set(unknown)].slice(-mostReplies);
  const mine = new Set(await env.catchUp.sentBy(spaceId, participantId, asked));
  for (const [id, senderId] of senders) if (senderId === participantId) mine.add(id);
  return views.map(({ isOwner: _, isCut, attachments, ...view }) => ({
    ...view,
    ...(attachments && { attachments: attachments.map(({ fileId, name, bytes }) => ({ fileId, name, bytes })) }),
    ...(isCut && { isCut }),
    addressedToYou:
      view.senderId !== participantId &&
      (view.to?.includes(participantId) === true || (view.replyTo !== undefined && mine.has(view.replyTo))),
  }));
}
