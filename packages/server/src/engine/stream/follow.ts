import { ServiceError, type Instant, type Viewer } from '@parley/core';
import { dateTime } from '../present/time.ts';
import type { HeadReader } from '../read/head-reader.ts';
import type { Feed } from './feed.ts';
import { perRead, type Ending, type Follower, type Listener, type Transport } from './follower.ts';
import { framed, sharing } from './framed.ts';
import type { EventLog } from './log.ts';
import type { LoggedEvent } from './logged.ts';
import { Notice } from './notice.ts';
import type { FairSemaphore } from './fair-semaphore.ts';

/** Permission to follow a space from a position: after a sequence, after an instant, or from the start. */
export interface Following {
  spaceId: string;
  viewer: Viewer;
  keyHash: string;
  address: string;
  transport: Transport;
  /** The `rev` of the state that admitted the key. */
  since: number;
  from: { after: number } | { at: Instant } | undefined;
}

/** Where a transport writes the events for its caller. */
export interface Sink {
  readonly closed: boolean;
  deliver(events: readonly LoggedEvent[], frames: Buffer): void;
  notify(notice: Notice): void;
  /** Called after the replay: from now on, a reader that falls too far behind is disconnected. */
  live(): void;
  /** Back-pressure: resolves when there is room for more, or the reader is gone. */
  room(): Promise<void>;
  /** Called before the end if nothing remains to resume: the space is over, or the key stopped working. */
  complete?(): void;
  end(): void;
  /** Resolves when the caller has disconnected or was ended. */
  readonly gone: Promise<void>;
}

export interface Source {
  feed: Feed;
  log: EventLog;
  heads: HeadReader;
  /** Bounds concurrent reads of the past, so that many long replays do not starve the database. */
  semaphore: FairSemaphore;
  now(): Instant;
}

/** Bytes (in a subscription, characters) that can wait for a live reader. Beyond that the stream is cut; the reader can resume. */
export const unsentWhileLive = 1024 * 1024;

/**
 * Delivers the past, then live events, without gaps or duplicates, until the caller disconnects or its key stops working:
 * 1. Listen. The listener joins the follower of the space *before* anything is read, so that no later event can be missed. It is not
 *    live yet: the follower delivers nothing to it except the end of the space.
 * 2. Read. `replay` delivers the past up to the current head, and `catchUp` what came since then, until it reaches the follower.
 * 3. Go live, in the synchronous step that finds nothing left to read. From now on the follower delivers each new event.
 */
export async function follow(following: Following, open: () => Sink, source: Source): Promise<void> {
  const { spaceId, viewer, keyHash, address, transport, since, from } = following;
  let sink: Sink | undefined;
  let ended: Ending | undefined;
  let farewell: readonly LoggedEvent[] = [];
  const listener: Listener = {
    viewer,
    keyHash,
    address,
    transport,
    since,
    position: 0,
    live: false,
    // Before it is live, a listener receives nothing but the end of the space.
    deliver: (events, frames) => {
      if (sink) sink.deliver(events, frames);
      else farewell = events;
    },
    notify: (notice) => sink?.notify(notice),
    end: (why) => {
      ended ??= why;
      if (why === 'over') sink?.complete?.();
      sink?.end();
    },
  };
  const follower = await source.feed.attach(spaceId, listener);
  try {
    const head = await source.heads.current(spaceId);
    if (!head) throw new ServiceError('space_not_found', 'There is no such space');
    const { sequence } = head;
    sink = open();
    sink.notify(notice('ready', { spaceId, participantId: viewer.participantId, sequence, serverTime: dateTime(source.now()) }));
    if (ended) {
      const known = from && 'after' in from && from.after <= sequence ? from.after : 0;
      const untold = farewell.filter((event) => event.sequence > known);
      if (untold.length) sink.deliver(untold, framed(untold).frames);
      if (ended === 'over') sink.complete?.();
      return;
    }
    const past = { sink, source, head: sequence, known: knowing(spaceId, sequence, source) };
    listener.position = await replay(following, past);
    follower.notify(head);
    await catchUpAndGoLive(listener, follower, past);
    await sink.gone;
  } finally {
    source.feed.detach(spaceId, listener);
    sink?.end();
  }
}

/** The past of a space as one reader gets it. */
interface Past {
  sink: Sink;
  source: Source;
  /** The head that the stream began with. */
  head: number;
  /** The present end of the log. */
  known(): Promise<number>;
}

/**
 * A slow reader takes long over the past, in which another process can have erased texts: so before each portion but the first the head is
 * read again, and what is in memory counts only up to that.
 */
function knowing(spaceId: string, head: number, { heads }: Source): Past['known'] {
  let isFirst = true;
  return async () => {
    if (!isFirst) return Math.max(head, (await heads.current(spaceId))?.sequence ?? head);
    isFirst = false;
    return head;
  };
}

/**
 * Reads from the end of the replay up to the follower of the space. Nothing can happen between the last check and going live: no `await`
 * either, in which another stream could have the follower deliver an event.
 */
async function catchUpAndGoLive(listener: Listener, follower: Follower, { sink, source, head, known }: Past): Promise<void> {
  const { spaceId } = follower;
  const { log, semaphore } = source;
  const target = () => Math.max(head, follower.position);
  const read = async () => {
    const end = await known();
    const [after, upTo] = [listener.position, target()];
    // The log has no gaps, so one portion ends here, however much follows.
    const key = `after ${spaceId} ${after} ${Math.min(upTo, after + perRead.events)} ${end}`;
    return semaphore.passOnce(key, listener.address, () => log.after(spaceId, after, upTo, perRead, Math.max(upTo, end)));
  };
  const delivered = (last: number) => (listener.position = last);
  while (!sink.closed && listener.position < target()) {
    if (!(await deliverPortion(read, listener.viewer, sink, delivered))) break;
    await sink.room();
  }
  if (sink.closed) return;
  sink.notify(follower.contextNotice(listener.viewer));
  sink.live();
  listener.live = true;
}

/** Returns the sequence up to which everything was delivered. */
async function replay({ spaceId, viewer, from, address }: Following, { sink, source, head, known }: Past): Promise<number> {
  const { log, semaphore } = source;
  if (from && 'after' in from) {
    if (from.after <= head) return from.after;
    // The database has been replaced since: start over instead of staying silent until the log reaches this position.
    sink.notify(notice('reset', { reason: 'ahead', oldest: head > 0 ? 1 : 0, head }));
    return 0;
  }
  let place = from ?? { after: 0 };
  const read = async () => {
    const from = place;
    const end = await known();
    const key = `messages ${spaceId} ${JSON.stringify(from)} ${head} ${end}`;
    return semaphore.passOnce(key, address, async () =>
      (await log.messages(spaceId, from, end, perRead)).messages.filter(({ sequence }) => sequence <= head),
    );
  };
  const delivered = (last: number) => (place = { after: last });
  while (!sink.closed && (await deliverPortion(read, viewer, sink, delivered))) await sink.room();
  // The end of the space is always delivered.
  const [last] = await log.after(spaceId, head - 1, head, perRead);
  return last?.event === 'space-closed' ? head - 1 : head;
}

/** How the portions that several streams read together are shared. */
const portions = new WeakMap<readonly LoggedEvent[], ReturnType<typeof sharing>>();

/** Delivers the next portion; false if there is none. Waiting for the reader afterwards keeps nothing of it in memory. */
async function deliverPortion(
  read: () => Promise<readonly LoggedEvent[]>,
  viewer: Viewer,
  sink: Sink,
  delivered: (last: number) => void,
): Promise<boolean> {
  const events = await read();
  const last = events.at(-1);
  if (!last) return false;
  delivered(last.sequence);
  let seenBy = portions.get(events);
  if (!seenBy) portions.set(events, (seenBy = sharing(events)));
  const visible = seenBy(viewer);
  if (visible.events.length && !sink.closed) sink.deliver(visible.events, visible.frames);
  return true;
}

const notice = (event: Notice['event'], data: object): Notice => new Notice(event, JSON.stringify(data));
