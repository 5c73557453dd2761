import { ServiceError, sightOf, type Instant, type Viewer } from '@parley/core';
import { dateTime } from '../present/time.ts';
import type { HeadReader } from '../space/head-reader.ts';
import { framed, perRead, type Feed, type Follower, type Listener } from './feed.ts';
import type { EventLog } from './log.ts';
import type { LoggedEvent } from './logged.ts';
import { Notice } from './notice.ts';
import type { Turnstile } from './turnstile.ts';

/** Leave to follow a space, from a place: after a sequence, after an instant, or from the beginning. */
export interface Following {
  spaceId: string;
  viewer: Viewer;
  keyHash: string;
  address: string;
  /** The `rev` of the state in which the key was let in. */
  since: number;
  from: { after: number } | { at: Instant } | undefined;
}

/** Where a transport puts what its caller follows. */
export interface Sink {
  readonly closed: boolean;
  deliver(events: readonly LoggedEvent[], frames: Buffer): void;
  notify(notice: Notice): void;
  /** Called once the past is told: from now on a caller who does not read is cut. */
  live(): void;
  /** Resolves when there is room for more, or nobody is there to read it. */
  room(): Promise<void>;
  end(): void;
  /** Resolves when the caller is gone or was ended. */
  readonly gone: Promise<void>;
}

export interface Source {
  feed: Feed;
  log: EventLog;
  heads: HeadReader;
  /** The past is read through it: a crowd that reads much of it does not keep the database from the others. */
  turnstile: Turnstile;
  now(): Instant;
}

/** Bytes (characters, in a subscription) that may wait for a live reader: more cuts the stream, which the reader can resume. */
export const unsentWhileLive = 1024 * 1024;

/**
 * Tells the past, then what comes, without a gap and without a repetition, until the caller goes or its key dies.
 * `open` is called once the space is listened to: whatever happens from then on is told.
 */
export async function follow(following: Following, open: () => Sink, source: Source): Promise<void> {
  const { spaceId, viewer, keyHash, address, since, from } = following;
  let sink: Sink | undefined;
  let ended = false;
  let farewell: readonly LoggedEvent[] = [];
  const listener: Listener = {
    viewer,
    keyHash,
    address,
    since,
    position: 0,
    live: false,
    // One that is not live yet is delivered nothing but the end of the space.
    deliver: (events, frames) => {
      if (sink) sink.deliver(events, frames);
      else farewell = events;
    },
    notify: (notice) => sink?.notify(notice),
    end: () => {
      ended = true;
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
      return;
    }
    listener.position = await replay(following, sink, source, sequence);
    follower.wake(head);
    await catchUp(listener, follower, sequence, sink, source);
    if (!sink.closed) {
      sink.notify(follower.contextNotice(sightOf(viewer)));
      sink.live();
      listener.live = true;
    }
    await sink.gone;
  } finally {
    source.feed.detach(spaceId, listener);
    sink?.end();
  }
}

/** From what was told of the past to where the space's follower is; between the last look and going live nothing can happen. */
async function catchUp(
  listener: Listener,
  follower: Follower,
  head: number,
  sink: Sink,
  { log, turnstile }: Source,
): Promise<void> {
  const target = () => Math.max(head, follower.position);
  const read = () => log.after(follower.spaceId, listener.position, target(), perRead);
  const told = (last: number) => (listener.position = last);
  while (!sink.closed && listener.position < target()) {
    if (!(await tellPortion(() => turnstile.pass(listener.address, read), listener.viewer, sink, told))) return;
    await sink.room();
  }
}

/** Answers the sequence up to which everything was told. */
async function replay(
  { spaceId, viewer, from, address }: Following,
  sink: Sink,
  { log, turnstile }: Source,
  head: number,
): Promise<number> {
  if (from && 'after' in from) {
    if (from.after <= head) return from.after;
    // A position from another life of the database: begin anew rather than stay silent until the log gets there.
    sink.notify(notice('reset', { reason: 'ahead', oldest: head > 0 ? 1 : 0, head }));
    return 0;
  }
  let place = from ?? { after: 0 };
  const read = async () =>
    (await log.messages(spaceId, place, head, perRead)).messages.filter(({ sequence }) => sequence <= head);
  const told = (last: number) => (place = { after: last });
  while (!sink.closed && (await tellPortion(() => turnstile.pass(address, read), viewer, sink, told))) await sink.room();
  // The end of the space is told whatever was asked for.
  const [last] = await log.after(spaceId, head - 1, head, perRead);
  return last?.event === 'space-closed' ? head - 1 : head;
}

/** Tells what is read next; false when there is nothing. Whoever then waits for the reader keeps nothing of it in memory. */
async function tellPortion(
  read: () => Promise<readonly LoggedEvent[]>,
  viewer: Viewer,
  sink: Sink,
  told: (last: number) => void,
): Promise<boolean> {
  const events = await read();
  const last = events.at(-1);
  if (!last) return false;
  told(last.sequence);
  const visible = events.filter((event) => event.isFor(viewer));
  if (visible.length && !sink.closed) sink.deliver(visible, framed(visible).frames);
  return true;
}

const notice = (event: Notice['event'], data: object): Notice => new Notice(event, JSON.stringify(data));
