import { isGone, visibilityOf, type Instant, type SpaceState, type Viewer } from '@parley/core';
import { holderIn } from '../keys/caller.ts';
import { noMeter, type Meter } from '../observe/meter.ts';
import { reachOf, reachUntil } from './reach.ts';
import type { HeadReader } from '../read/head-reader.ts';
import { pause, patient } from '../async/patience.ts';
import type { Presence, SpacePresence } from './presence.ts';
import type { Snapshot, Snapshots } from '../read/snapshots.ts';
import type { Portion } from '../store/events.ts';
import type { Head } from '../store/heads.ts';
import { framed, sharing } from './framed.ts';
import type { EventLog } from './log.ts';
import type { LoggedEvent } from './logged.ts';
import { Notice } from './notice.ts';
import type { StreamViews } from './views.ts';

/** What carries the events to a listener; `poll`: a request that waits for one. */
export const transports = ['rest', 'trpc', 'a2a', 'mcp', 'poll'] as const;
export type Transport = (typeof transports)[number];

/** Why a listener is ended: its key stopped working, or this process stops and its client can continue elsewhere. */
export type Ending = 'over' | 'stopping';

/** A stream or waiting poll that follows a space. */
export interface Listener {
  readonly viewer: Viewer;
  readonly keyHash: string;
  /** The address that it counts for. */
  readonly address: string;
  readonly transport: Transport;
  /** The `rev` of the state that admitted its key. */
  readonly since: number;
  /** The last sequence that it received. */
  position: number;
  /** Whether it has read the past and takes new events. */
  live: boolean;
  /** `frames` contains the same events, encoded for a stream. */
  deliver(events: readonly LoggedEvent[], frames: Buffer): void;
  notify(notice: Notice): void;
  /** No more events follow. */
  end(why: Ending): void;
}

export interface FollowerOptions {
  log: EventLog;
  heads: HeadReader;
  snapshots: Snapshots;
  presence: Pick<Presence, 'of'>;
  views: Pick<StreamViews, 'context' | 'hasSameContext'>;
  now(): Instant;
  failed(error: unknown): void;
  meter?: Meter;
}

/** How much of the log is read and delivered at once. */
export const perRead: Portion = { events: 1_000, bytes: 64 * 1024 };
const contextIntervalMs = 1_000;

/** Follows one space: reads and encodes each event once for all its listeners. */
export class Follower {
  readonly spaceId: string;
  readonly listeners = new Set<Listener>();
  readonly started: Promise<void>;
  readonly #options: FollowerOptions;
  #position = 0;
  #state: SpaceState | undefined;
  #rev = 0;
  #due: Instant = Infinity;
  #target: Head;
  #running = true;
  #isOver = false;
  #contextAt = 0;
  #contextTimer: NodeJS.Timeout | undefined;
  #presence: SpacePresence | undefined;
  /** The initials of the reach of all participants, and until when a `version` of their presence shows the same. */
  #reach = { of: '', version: 0, until: 0 };

  constructor(spaceId: string, options: FollowerOptions) {
    this.spaceId = spaceId;
    this.#options = options;
    this.#target = { spaceId, rev: 0, sequence: 0, lastMs: 0 };
    this.started = this.#start();
  }

  get position(): number {
    return this.#position;
  }

  get due(): Instant {
    return this.#due;
  }

  notify(head: Head): void {
    this.#raise(head);
    if (!this.#running) void this.#run();
  }

  #raise(head: Head | undefined): void {
    if (!head) return;
    const { rev, sequence, lastMs } = this.#target;
    this.#target = {
      spaceId: this.spaceId,
      rev: Math.max(rev, head.rev),
      sequence: Math.max(sequence, head.sequence),
      lastMs: Math.max(lastMs, head.lastMs),
    };
  }

  stop(): void {
    clearTimeout(this.#contextTimer);
  }

  async checkReach(): Promise<void> {
    const presence = await this.#options.presence.of(this.spaceId);
    this.#presence = presence;
    const { of, version, until } = this.#reach;
    if (!this.#state || this.listeners.size === 0) return;
    if (presence.version === version && this.#options.now() < until) return;
    if (this.#lookAtReach() !== of) this.#sendContext(this.#options.now());
  }

  #lookAtReach(): string {
    const [presence, now] = [this.#presence!, this.#options.now()];
    const participants = [...this.#state!.participants.values()];
    const of = participants.map((participant) => reachOf(participant, presence, now)[0]).join('');
    this.#reach = { of, version: presence.version, until: reachUntil(participants, presence, now) };
    return of;
  }

  /** Ends a listener whose key stopped working. If the space closed, it ends only after it received that event. */
  judge(listener: Listener): void {
    if (this.#rev < listener.since) return;
    const holder = holderIn(this.#state!, { hash: listener.keyHash });
    if (this.#isOver || holder.kind !== 'participant' || isGone(holder.participant)) this.#dismiss(listener);
  }

  /** The `context` event at this moment. */
  contextNotice(viewer: Viewer, isExact = false): Notice {
    const { views, now } = this.#options;
    const { participantId: viewerId } = viewer;
    const scene = {
      state: this.#state!,
      visibility: visibilityOf(viewer),
      viewerId,
      lastEventAt: this.#target.lastMs,
      now: now(),
    };
    return new Notice('context', views.context(scene, this.#presence!, isExact));
  }

  async #start(): Promise<void> {
    const { heads, snapshots, presence } = this.#options;
    this.#presence = await presence.of(this.spaceId);
    for (let tries = 1; ; tries += 1) {
      const head = await heads.current(this.spaceId);
      const snapshot = head && (await snapshots.atLeast(this.spaceId, head.rev));
      if (!head || !snapshot) throw new Error('a space vanished while it was followed');
      // A newer state can include events that this head does not count yet.
      if (snapshot.rev > head.rev) {
        await pause(tries, patient);
        continue;
      }
      this.#position = head.sequence;
      this.#rev = snapshot.rev;
      this.#state = snapshot.state;
      this.#due = snapshot.due;
      this.#isOver = snapshot.state.space.end !== undefined;
      this.#lookAtReach();
      // Listeners that were admitted before the end receive its event.
      if (this.#isOver) await this.#options.log.after(this.spaceId, head.sequence - 1, head.sequence, perRead);
      this.#running = false;
      return this.notify(head);
    }
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      while (this.#target.sequence > this.#position || this.#target.rev > this.#rev) {
        const { log, snapshots, heads } = this.#options;
        const { rev } = this.#target;
        const kept = snapshots.peek(this.spaceId);
        const snapshot = kept && kept.rev >= rev ? kept : await snapshots.atLeast(this.spaceId, rev);
        if (!snapshot) break;
        // The state can be ahead of the delivered events; a listener that it ends must first receive the event that explains why.
        if (snapshot.rev > rev) this.#raise(await heads.current(this.spaceId));
        const { sequence } = this.#target;
        const events =
          log.remembered(this.spaceId, this.#position, sequence) ??
          (await log.after(this.spaceId, this.#position, sequence, perRead));
        this.#deliver(events);
        const isTold = events.length === 0 || this.#position >= sequence;
        if (isTold && snapshot.rev > this.#rev) this.#changed(snapshot);
        // The log is shorter than announced only if the space was purged in the meantime.
        if (events.length === 0 && this.#target.rev <= this.#rev) break;
      }
    } catch (error) {
      this.#options.failed(error);
    } finally {
      this.#running = false;
    }
  }

  #deliver(events: readonly LoggedEvent[]): void {
    if (events.length === 0) return;
    const before = this.#position;
    this.#position = events.at(-1)!.sequence;
    const { meter = noMeter, now } = this.#options;
    // Clocks of hosts differ, and timestamps can be a little in the future.
    if (meter.isOn) meter.observe('parley_feed_lag_seconds', Math.max(0, now() - events.at(-1)!.at) / 1000);
    const seenBy = sharing(events);
    for (const listener of this.listeners) {
      if (!listener.live) continue;
      const { viewer, position } = listener;
      listener.position = Math.max(position, this.#position);
      const fresh =
        position <= before ? seenBy(viewer) : framed(events.filter((event) => event.sequence > position && event.isFor(viewer)));
      if (fresh.events.length) listener.deliver(fresh.events, fresh.frames);
    }
    if (events.at(-1)!.event !== 'space-closed') return;
    this.#isOver = true;
    for (const listener of [...this.listeners]) this.#dismiss(listener);
  }

  #changed({ rev, state, due }: Snapshot): void {
    const isNews = !this.#options.views.hasSameContext(this.#state!, state);
    this.#rev = rev;
    this.#state = state;
    this.#due = due;
    // A space that has left this server ends without an event: its log goes on at the other one.
    this.#isOver ||= state.space.end !== undefined;
    for (const listener of [...this.listeners]) this.judge(listener);
    if (isNews) this.#sendContext(this.#options.now());
  }

  /** A listener that is still reading the past receives at least the event that explains its end. */
  #dismiss(listener: Listener): void {
    if (!listener.live && this.#isOver) {
      const last = this.#options.log.remembered(this.spaceId, this.#position - 1, this.#position) ?? [];
      const closing = last.filter(({ event, sequence }) => event === 'space-closed' && sequence > listener.position);
      if (closing.length) listener.deliver(closing, framed(closing).frames);
    }
    listener.end('over');
  }

  /** At most once a second, with the state at the time of sending. */
  #sendContext(now: Instant): void {
    if (this.#contextTimer) return;
    // A clock that was set back must not delay it.
    const wait = Math.min(contextIntervalMs, Math.max(0, this.#contextAt + contextIntervalMs - now));
    this.#contextTimer = setTimeout(() => {
      this.#contextTimer = undefined;
      this.#contextAt = this.#options.now();
      this.#lookAtReach();
      const shared = new Map<string, Notice>();
      for (const listener of this.listeners) {
        const { live, viewer } = listener;
        if (!live) continue;
        // Those who see the same share one notice.
        const seen = `${visibilityOf(viewer)} ${this.#state!.spending.get(viewer.participantId)?.messages}`;
        let notice = shared.get(seen);
        if (!notice) shared.set(seen, (notice = this.contextNotice(viewer, true)));
        listener.notify(notice);
      }
    }, wait);
    this.#contextTimer.unref();
  }
}
