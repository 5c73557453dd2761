import { ServiceError, type Instant } from '@parley/core';
import type { Presence } from './presence.ts';
import type { Head } from '../store/heads.ts';
import { Follower, type FollowerOptions, type Listener, type Transport } from './follower.ts';

/** Bounds the number of concurrent listeners. */
interface SeatTaker {
  /** Throws or rejects if there are too many. */
  take(listener: Listener): void | Promise<void>;
  leave(listener: Listener): void;
}

export interface FeedOptions extends FollowerOptions {
  seats: SeatTaker;
  presence: Pick<Presence, 'note' | 'of'>;
}

const spacesAtOnce = 1_000;

/** Has one follower per followed space. */
export class Feed {
  readonly #options: FeedOptions;
  readonly #followers = new Map<string, Follower>();
  #closed = false;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get watched(): string[] {
    return [...this.#followers.keys()];
  }

  /** How many listeners each transport has. */
  get listeners(): Map<Transport, number> {
    const counts = new Map<Transport, number>();
    for (const { listeners } of this.#followers.values())
      for (const { transport } of listeners) counts.set(transport, (counts.get(transport) ?? 0) + 1);
    return counts;
  }

  /** The followed spaces with a change that is due by now. */
  due(now: Instant): string[] {
    return [...this.#followers.values()].filter(({ due }) => due <= now).map(({ spaceId }) => spaceId);
  }

  /** Announces the newest head of a space. It has no content, so losing or repeating one is harmless. */
  notify(head: Head): void {
    this.#followers.get(head.spaceId)?.notify(head);
  }

  /** Adds a listener, which receives nothing until it is `live`; returns its follower. */
  async attach(spaceId: string, listener: Listener): Promise<Follower> {
    this.#assertOpen();
    const { seats } = this.#options;
    const taking = seats.take(listener);
    if (taking) {
      await taking;
      try {
        this.#assertOpen();
      } catch (error) {
        seats.leave(listener);
        throw error;
      }
    }
    let follower = this.#followers.get(spaceId);
    if (!follower) {
      follower = new Follower(spaceId, this.#options);
      this.#followers.set(spaceId, follower);
    }
    follower.listeners.add(listener);
    try {
      await follower.started;
    } catch (error) {
      this.detach(spaceId, listener);
      throw error;
    }
    // The key can have stopped working since it was admitted, and no later event would report that.
    follower.judge(listener);
    return follower;
  }

  #assertOpen(): void {
    if (this.#closed) throw new ServiceError('unavailable', 'The service is stopping', { retryAfter: 1 });
  }

  detach(spaceId: string, listener: Listener): void {
    const follower = this.#followers.get(spaceId);
    if (!follower?.listeners.delete(listener)) return;
    this.#options.presence.note(spaceId, listener.viewer.participantId);
    this.#options.seats.leave(listener);
    if (follower.listeners.size > 0) return;
    follower.stop();
    this.#followers.delete(spaceId);
  }

  /** Everyone who listens is present. */
  notePresent(): void {
    for (const { spaceId, listeners } of this.#followers.values()) {
      for (const { viewer } of listeners) this.#options.presence.note(spaceId, viewer.participantId);
    }
  }

  /** Looks whether time or another process has changed the reach of participants. */
  async checkReach(): Promise<void> {
    const followers = [...this.#followers.values()];
    for (let i = 0; i < followers.length; i += spacesAtOnce) {
      await Promise.all(followers.slice(i, i + spacesAtOnce).map((follower) => follower.checkReach()));
    }
  }

  /** All listeners at this moment. */
  listening(): Listener[] {
    return [...this.#followers.values()].flatMap(({ listeners }) => [...listeners]);
  }

  /** Ends all present and future listeners. */
  close(): void {
    this.#closed = true;
    for (const listener of this.listening()) listener.end('stopping');
  }
}
