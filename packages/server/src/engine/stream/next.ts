import type { FactName, Viewer } from '@parley/core';
import type { Feed } from './feed.ts';
import type { Listener } from './follower.ts';

interface Wait {
  spaceId: string;
  viewer: Viewer;
  keyHash: string;
  address: string;
  since: number;
  /** The last sequence that the caller knows. */
  after: number;
  /** The kind of event to wait for, if not any. */
  event?: FactName | undefined;
  ms: number;
  signal?: AbortSignal | undefined;
}

/**
 * Resolves when a space has an event after a sequence, the key stops working, the wait times out, the caller disconnects, or this
 * process stops: then false, because the caller must not wait here again.
 */
export async function nextEvent(
  feed: Feed,
  { spaceId, viewer, keyHash, address, since, after, event: kind, ms, signal }: Wait,
): Promise<boolean> {
  let canWait = true;
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  const listener: Listener = {
    viewer,
    keyHash,
    address,
    transport: 'poll',
    since,
    position: after,
    live: true,
    deliver: (events) => {
      if (kind === undefined || events.some(({ event }) => event === kind)) resolve();
    },
    notify: () => {},
    end: (why) => {
      canWait = why !== 'stopping';
      resolve();
    },
  };
  const timer = setTimeout(resolve, ms);
  const leave = () => resolve();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    const follower = await feed.attach(spaceId, listener);
    if (follower.position <= after && !signal?.aborted) await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
    feed.detach(spaceId, listener);
  }
  return canWait;
}
