import { reach as reachRules, type Instant } from '@parley/core';
import { BatchReader } from '../read/batch-reader.ts';

/** When a participant was seen. */
export interface Sighting {
  spaceId: string;
  participantId: string;
  at: Instant;
}

/** When the participants of a space were last seen and their wake addresses last answered, except those who have left; null if unknown. */
export interface Sightings {
  readonly spaceId: string;
  readonly seen: { readonly participantId: string; readonly at: Instant | null; readonly wakeAnsweredAt: Instant | null }[];
}

interface PresenceOptions {
  find(spaceIds: readonly string[]): Promise<Sightings[]>;
  store(sightings: readonly Sighting[]): Promise<void>;
  /** How long a participant stays live after it was last seen; 0 if nothing is measured. */
  liveMs: number;
  now(): Instant;
  failed(error: unknown): void;
}

/** A timer cannot wait for much longer than three weeks. */
const slowestMs = 60_000;
const sightingsPerStatement = 1_000;
const spacesPerReading = 1_000;
/** How many participants are kept in memory. */
const most = 200_000;

/**
 * When participants were last seen, in memory: what this process has seen itself, and what it has read of the others. It stores a
 * participant at most once per resolution (30 s). While callers look at a space, it is read again every 3 s, in the background: a
 * caller waits only if the last reading is older than 10 s.
 */
export class Presence {
  readonly everyMs: number;
  readonly #options: PresenceOptions;
  readonly #spaces = new Map<string, SpacePresence>();
  readonly #reader: BatchReader<Sightings>;
  readonly #resolutionMs: number;
  readonly #freshMs: number;
  readonly #usableMs: number;
  /** Spaces that were looked at although the last reading is no longer fresh. */
  readonly #stale = new Set<string>();

  constructor(options: PresenceOptions) {
    const { liveMs } = options;
    this.#options = options;
    this.#reader = new BatchReader(options.find);
    this.#resolutionMs = liveMs / 2;
    this.#freshMs = liveMs / 20;
    this.#usableMs = liveMs / 6;
    this.everyMs = Math.min(Math.max((liveMs || reachRules.liveMs) / 60, 100), slowestMs);
  }

  /** The number of participants in memory. */
  get size(): number {
    let size = 0;
    for (const { size: participants } of this.#spaces.values()) size += participants;
    return size;
  }

  /** A participant made a request, or has a stream or a poll open. */
  note(spaceId: string, participantId: string): void {
    const { liveMs, now } = this.#options;
    if (liveMs === 0) return;
    (this.#spaces.get(spaceId) ?? this.#kept(spaceId)).note(participantId, now());
  }

  /** Never fails: if the database cannot be read, it is as old as the last reading. Waits only if that is too old. */
  of(spaceId: string): SpacePresence | Promise<SpacePresence> {
    const { liveMs, now } = this.#options;
    if (liveMs === 0) return unmeasured;
    const kept = this.#spaces.get(spaceId);
    const at = now();
    if (!kept || at >= kept.readAt + this.#usableMs) return this.#read(spaceId);
    if (at >= kept.readAt + this.#freshMs) this.#stale.add(spaceId);
    kept.usedAt = at;
    return kept;
  }

  /** Reads the spaces again whose last reading is no longer fresh, if anybody has looked at them. */
  async refresh(): Promise<void> {
    const stale = [...this.#stale];
    this.#stale.clear();
    for (let i = 0; i < stale.length; i += spacesPerReading) {
      await Promise.all(stale.slice(i, i + spacesPerReading).map((spaceId) => this.#read(spaceId)));
    }
  }

  async #read(spaceId: string): Promise<SpacePresence> {
    const { now, failed } = this.#options;
    const at = now();
    try {
      const found = await this.#reader.current(spaceId);
      const kept = this.#kept(spaceId);
      if (at >= kept.readAt) kept.merge(found!.seen, at);
      kept.usedAt = at;
      return kept;
    } catch (error) {
      failed(error);
      return this.#kept(spaceId);
    }
  }

  #kept(spaceId: string): SpacePresence {
    let kept = this.#spaces.get(spaceId);
    if (!kept) this.#spaces.set(spaceId, (kept = new SpacePresence(this.#options.liveMs)));
    return kept;
  }

  /** Stores what others need to know by now, or everything that is not stored yet. */
  async store(what: 'due' | 'all' = 'due'): Promise<void> {
    const until = what === 'all' ? Infinity : this.#options.now() - this.#resolutionMs;
    const due: (Sighting & { trace: Trace })[] = [];
    for (const [spaceId, kept] of this.#spaces) {
      for (const [participantId, trace] of kept.due(until)) due.push({ spaceId, participantId, at: trace.at, trace });
    }
    for (let i = 0; i < due.length; i += sightingsPerStatement) {
      const portion = due.slice(i, i + sightingsPerStatement);
      await this.#options.store(portion);
      for (const { trace, at } of portion) trace.storedAt = Math.max(trace.storedAt, at);
    }
  }

  /** Forgets the spaces that nobody has used for a while, and others too if there are too many participants. */
  forget(): void {
    const idle = this.#options.now() - this.#options.liveMs;
    let { size } = this;
    for (const [spaceId, kept] of this.#spaces) {
      const isIdle = kept.usedAt < idle && kept.due(Infinity).length === 0;
      if (!isIdle && size <= most) continue;
      size -= kept.size;
      this.#spaces.delete(spaceId);
    }
  }
}

/** `at` is when a participant was last seen, `storedAt` what other processes can read of it; 0 is unknown. */
interface Trace {
  at: Instant;
  storedAt: Instant;
  /** Until then a later use of its key looks the same to callers. */
  sameUntil: Instant;
  /** When its wake address last answered. */
  wakeAnsweredAt?: Instant | undefined;
}

let versions = 0;

/** When the participants of one space were last seen. */
export class SpacePresence {
  readonly liveMs: number;
  /** Changes when callers would see something else, except by time alone. */
  version = (versions += 1);
  readAt: Instant = 0;
  usedAt: Instant = 0;
  #traces = new Map<string, Trace>();
  #isNoted = false;

  constructor(liveMs: number) {
    this.liveMs = liveMs;
  }

  get size(): number {
    return this.#traces.size;
  }

  /** Someone who joined after the last reading made that request a moment ago. */
  lastSeenAt(participantId: string): Instant | undefined {
    return (this.#traces.get(participantId)?.at ?? this.readAt) || undefined;
  }

  wakeAnsweredAt(participantId: string): Instant | undefined {
    return this.#traces.get(participantId)?.wakeAnsweredAt;
  }

  note(participantId: string, at: Instant): void {
    const trace = this.#traces.get(participantId);
    this.usedAt = at;
    this.#isNoted = true;
    if (!trace) this.#traces.set(participantId, this.#trace(at, 0));
    else if (at > trace.at) {
      trace.at = at;
      if (at < trace.sameUntil) return;
      trace.sameUntil = reachRules.seenUntil(at, this.liveMs);
    }
    this.#change();
  }

  /** Takes over what was read from the database at an instant; what this process has seen since is newer. */
  merge(found: Sightings['seen'], at: Instant): void {
    const traces = new Map<string, Trace>();
    let isNews = this.readAt === 0;
    for (const { participantId, at: seenAt, wakeAnsweredAt } of found) {
      const storedAt = seenAt ?? 0;
      const known = this.#traces.get(participantId);
      const trace = this.#trace(Math.max(storedAt, known?.at ?? 0), storedAt, wakeAnsweredAt ?? undefined);
      isNews ||= !known || this.#looksDifferent(known.at, trace.at) || known.wakeAnsweredAt !== trace.wakeAnsweredAt;
      traces.set(participantId, trace);
    }
    this.#traces = traces;
    this.readAt = at;
    if (isNews) this.#change();
  }

  /** What is not stored, of participants whose stored trace is not later than `until`. */
  due(until: Instant): [participantId: string, trace: Trace][] {
    if (!this.#isNoted) return [];
    const unstored = [...this.#traces].filter(([, { at, storedAt }]) => at > storedAt);
    this.#isNoted = unstored.length > 0;
    return unstored.filter(([, { storedAt }]) => storedAt <= until);
  }

  #trace(at: Instant, storedAt: Instant, wakeAnsweredAt?: Instant): Trace {
    return { at, storedAt, sameUntil: reachRules.seenUntil(at, this.liveMs), wakeAnsweredAt };
  }

  #looksDifferent(before: Instant, after: Instant): boolean {
    return reachRules.seenAbout(before, this.liveMs) !== reachRules.seenAbout(after, this.liveMs);
  }

  #change(): void {
    this.version = versions += 1;
  }
}

/** Where nothing is measured, everyone is away. */
const unmeasured = new SpacePresence(0);
