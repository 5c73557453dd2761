import { ServiceError } from '@parley/core';
import { noMeter, type Meter } from '../observe/meter.ts';
import type { Alone } from '../store/alone.ts';
import type { Batch, Creation, SpaceCommit, StorableEvent } from '../store/commit.ts';
import type { Head } from '../store/heads.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';
import { isRace, type Creating, type InFlight, type Ready, type Taken } from './in-flight.ts';
import type { HeadReader } from '../read/head-reader.ts';
import { ConnectionSlots } from './connection-slots.ts';
import { measure } from './measure.ts';
import { contended, patient, type Patience } from '../async/patience.ts';
import { Queue, type Waiting } from './queue.ts';
import type { Snapshots } from '../read/snapshots.ts';
import {
  Outdated,
  decideBatch,
  type DecisionEnvironment,
  type Result,
  type DecidedBatch,
  type SpaceWrite,
  type Verdict,
} from './decide.ts';

export interface CommitterOptions {
  snapshots: Snapshots;
  heads: HeadReader;
  /** How many batches are in flight at most. */
  slots: number;
  /** Stores the batches of one slot in order. */
  store(batch: Batch, slot: number): Promise<Map<string, Head>>;
  /** Absent if no other process can change a space. */
  alone?: Alone | undefined;
  findRecords(spaceId: string, scopes: string[]): Promise<IdempotencyRecord[]>;
  /** Called after each commit, before the answers are sent. */
  committed(head: Head, events: readonly StorableEvent[]): void;
  now(): number;
  env: DecisionEnvironment;
  /** 1 if one statement must not touch several spaces (a database sharded by space). */
  spacesPerBatch: number;
  patience?: Patience;
  meter?: Meter;
}

const writesPerBatch = 256;
const charactersPerBatch = 8 * 1024 * 1024;
/** A write that failed so often is decided while no other process can change the space. */
const triesTogether = 8;
/** How many writes justify a batch of their own. */
const worthwhile = 8;

/**
 * Stores the writes of this process in natural batches: it never delays a write to fill a batch, but while one batch is in flight,
 * the next one fills. A space is in one batch at a time, so its writes are decided one after the other. Only a batch that leaves the
 * state unchanged can be followed immediately, on the same slot, by the next: each passes the fence separately.
 */
export class Committer {
  readonly #options: CommitterOptions;
  readonly #meter: Meter;
  readonly #waiting = new Queue();
  readonly #busy = new Map<string, InFlight>();
  readonly #creating: Creating[] = [];
  readonly #slots: ConnectionSlots;
  #scheduled = false;
  /** Whether somebody wants to know how long writes take. */
  #isMeasured: boolean;
  #idle: (() => void)[] = [];
  #batches = 0;

  constructor(options: CommitterOptions) {
    this.#options = options;
    this.#slots = new ConnectionSlots(options.slots);
    this.#meter = options.meter ?? noMeter;
    this.#isMeasured = this.#meter.isOn;
  }

  write<Outcome>(spaceId: string, write: SpaceWrite<Outcome>, scope?: string): Promise<Result<Outcome>> {
    if (write.stored) this.#isMeasured = true;
    const since = this.#isMeasured ? performance.now() : 0;
    return new Promise((resolve, reject) => {
      this.#waiting.add(spaceId, { write, scope, tries: 0, since, resolve, reject } as unknown as Waiting);
      this.#schedule();
    });
  }

  create(creation: Creation): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#creating.push({ creation, resolve, reject });
      this.#schedule();
    });
  }

  /** How many writes wait for a batch. */
  get waiting(): number {
    return this.#waiting.writes + this.#creating.length;
  }

  /** Resolves when all writes are stored and answered. */
  async drained(): Promise<void> {
    if (this.#slots.inFlight || this.#busy.size || this.#waiting.bySpace.size || this.#creating.length) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.bySpace.size + this.#creating.length + this.#idle.length === 0) return;
    if (this.#slots.inFlight >= this.#options.slots) return;
    this.#scheduled = true;
    // After the I/O events of this turn of the event loop, so that writes that arrive together share a batch.
    setImmediate(this.#flush);
  }

  readonly #flush = (): void => {
    this.#scheduled = false;
    const creating = this.#creating.splice(0, this.#options.spacesPerBatch);
    for (const slot of this.#slots.byLoad) {
      const ready = this.#gather(slot, this.#options.spacesPerBatch - creating.length);
      if (ready.length === 0 && creating.length === 0) continue;
      void this.#store(ready, creating, slot);
      this.#schedule();
      return;
    }
    if (!this.#slots.inFlight && !this.#busy.size) for (const resolve of this.#idle.splice(0)) resolve();
  };

  /** One batch for each waiting space that can use this slot and whose snapshot is in memory. */
  #gather(slot: number, atMost: number): Ready[] {
    const { alone, snapshots, now, env } = this.#options;
    const ready: Ready[] = [];
    let room = this.#share();
    let size = 0;
    // Writes that `take` leaves behind move to the end of the map, where they would be visited again.
    let unseen = this.#waiting.bySpace.size;
    for (const [spaceId, writes] of this.#waiting.bySpace) {
      if (unseen === 0 || ready.length >= atMost || room <= 0 || size >= charactersPerBatch) break;
      unseen -= 1;
      const flight = this.#busy.get(spaceId) ?? { batches: 0, slot, isOpen: true };
      if (flight.batches > 0 && !this.#mayFollow(flight, slot, writes.length)) continue;
      this.#busy.set(spaceId, flight);
      flight.batches += 1;
      if (alone && writes[0]!.tries >= triesTogether) {
        flight.isOpen = false;
        void this.#takeAlone(spaceId, alone);
        continue;
      }
      const snapshot = snapshots.peek(spaceId);
      if (!snapshot) {
        flight.isOpen = false;
        void this.#fetch(spaceId, flight);
        continue;
      }
      if (this.#meter.isOn) this.#meter.count('parley_snapshot_reads_total', 'hit');
      const limit = Math.min(this.#slots.areQuick ? room : Infinity, writesPerBatch);
      const waiting = this.#waiting.take(spaceId, { writes: limit, characters: charactersPerBatch });
      const decided = decideBatch(spaceId, snapshot, waiting, now(), env);
      flight.isOpen = !decided.idle && !decided.commit.bumps;
      ready.push({ spaceId, waiting, decided });
      room -= waiting.length;
      for (const { write } of waiting) size += write.size;
    }
    return ready;
  }

  /** Whether the next batch of a space can be sent behind the one in flight. */
  #mayFollow({ isOpen, slot }: InFlight, other: number, writes: number): boolean {
    return isOpen && slot === other && writes >= worthwhile && this.#slots.areQuick;
  }

  /** If nothing is in flight, half is sent first, so that the database and this process work at the same time. */
  #share(): number {
    if (this.#slots.inFlight > 0) return Infinity;
    const { writes } = this.#waiting;
    return writes < 2 * worthwhile ? Infinity : Math.ceil(writes / 2);
  }

  /** A process that changes a space all the time would otherwise always be faster than one that has to read it first. */
  async #takeAlone(spaceId: string, alone: Alone): Promise<void> {
    const waiting = this.#waiting.take(spaceId, { writes: writesPerBatch, characters: charactersPerBatch });
    await this.#finish({ spaceId, waiting }, this.#storeAlone({ spaceId, waiting }, alone));
  }

  async #storeAlone({ spaceId, waiting }: Taken, alone: Alone): Promise<void> {
    const { snapshots, now, env } = this.#options;
    let taken: { decided: DecidedBatch; head: Head | undefined };
    try {
      taken = await alone(spaceId, async ({ load, store }) => {
        const loaded = await load();
        if (!loaded) throw noSpace();
        const { head, state, bytes } = loaded;
        const decided = decideBatch(spaceId, snapshots.put(spaceId, head.rev, state, bytes), waiting, now(), env);
        if (decided.idle) return { decided, head };
        const heads = await store({ now: now(), creations: [], commits: [decided.commit] });
        return { decided, head: heads.get(spaceId) };
      });
    } catch (error) {
      if (!isRace(error)) throw error;
      return this.#again({ spaceId, waiting });
    }
    const { decided, head } = taken;
    await (decided.idle ? this.#answer({ spaceId, waiting, decided }) : this.#passed({ spaceId, waiting, decided }, head));
  }

  async #fetch(spaceId: string, flight: InFlight): Promise<void> {
    try {
      const snapshot = await this.#options.snapshots.atLeast(spaceId, 0);
      if (!snapshot) this.#waiting.reject(spaceId, noSpace());
    } catch (error) {
      this.#waiting.reject(spaceId, error);
    }
    this.#landed(spaceId, flight);
  }

  async #store(ready: readonly Ready[], creating: Creating[], slot: number): Promise<void> {
    this.#slots.enter(slot);
    const storing: Ready[] = [];
    const ending: Promise<void>[] = [];
    for (const each of ready) {
      if (each.decided.idle) ending.push(this.#finish(each, this.#check(each)));
      else storing.push(each);
    }
    try {
      if (storing.length || creating.length) {
        const heads = await this.#stored(storing, creating, slot);
        for (const each of storing) {
          const end = this.#end(each, heads.get(each.spaceId));
          if (end) ending.push(end);
        }
      }
    } catch (error) {
      await this.#failed(storing, creating, error);
    }
    if (ending.length > 0) await Promise.all(ending);
    this.#slots.leave(slot);
    this.#schedule();
  }

  async #stored(storing: readonly Ready[], creating: readonly Creating[], slot: number): Promise<Map<string, Head>> {
    const { store, now, snapshots } = this.#options;
    const commits: SpaceCommit[] = [];
    for (const { decided } of storing) commits.push(decided.commit);
    const creations: Creation[] = [];
    for (const { creation } of creating) creations.push(creation);
    const sentAt = performance.now();
    let heads: Map<string, Head>;
    try {
      heads = await store({ now: now(), creations, commits }, slot);
    } finally {
      this.#slots.stored(slot, sentAt);
    }
    if (this.#isMeasured) measure(this.#meter, { storing, created: creating.length, sentAt, batch: (this.#batches += 1) });
    for (const { creation, resolve } of creating) {
      const { state } = creation;
      snapshots.put(state.space.spaceId, heads.get(state.space.spaceId)!.rev, state, 0);
      resolve();
    }
    return heads;
  }

  /** Ends a batch that was sent: at once, unless something has to be read first. */
  #end(each: Ready, head: Head | undefined): Promise<void> | undefined {
    try {
      const ending = this.#passed(each, head);
      if (ending) return this.#finish(each, ending);
    } catch (error) {
      this.#broken(each, error);
    }
    this.#landed(each.spaceId, this.#busy.get(each.spaceId)!);
    return undefined;
  }

  async #finish(each: Taken, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#broken(each, error);
    } finally {
      this.#landed(each.spaceId, this.#busy.get(each.spaceId)!);
    }
  }

  /** It is unknown whether the batch was stored, so the snapshots can be out of date. */
  #broken({ spaceId, waiting }: Taken, error: unknown): void {
    this.#options.snapshots.forget(spaceId);
    for (const { reject } of waiting) reject(error);
  }

  #landed(spaceId: string, flight: InFlight): void {
    flight.batches -= 1;
    if (flight.batches === 0) this.#busy.delete(spaceId);
    this.#schedule();
  }

  #passed(each: Ready, head: Head | undefined): Promise<void> | undefined {
    if (!head) return this.#again(each);
    const { spaceId, decided } = each;
    if (decided.commit.bumps) this.#options.snapshots.put(spaceId, head.rev, decided.state, decided.bytes);
    this.#options.committed(head, decided.commit.events);
    return this.#answer(each);
  }

  /** Refusals are final only if they were decided on the current state. */
  async #check(each: Ready): Promise<void> {
    const head = await this.#options.heads.current(each.spaceId);
    await (head?.rev === each.decided.commit.rev ? this.#answer(each) : this.#again(each));
  }

  /** Answers most writes immediately; one that was refused or found nothing to do can be the retry of an accepted one. */
  #answer({ spaceId, waiting, decided }: Ready): Promise<void> | undefined {
    let doubtful: Map<Waiting, Verdict> | undefined;
    for (let i = 0; i < waiting.length; i += 1) {
      const each = waiting[i]!;
      const verdict = decided.verdicts[i]!;
      if (verdict.mayBeRetry && each.scope !== undefined) (doubtful ??= new Map()).set(each, verdict);
      else if (verdict.ok) each.resolve(verdict.result);
      else each.reject(verdict.error);
    }
    return doubtful && this.#answerDoubtful(spaceId, doubtful);
  }

  async #answerDoubtful(spaceId: string, doubtful: ReadonlyMap<Waiting, Verdict>): Promise<void> {
    const records = await this.#records(spaceId, [...doubtful.keys()]);
    for (const [each, verdict] of doubtful) {
      const replay = records.get(each.scope!);
      if (replay) each.resolve({ replay });
      else if (verdict.ok) each.resolve(verdict.result);
      else each.reject(verdict.error);
    }
  }

  /** Another process changed the space or stored one of these writes: read and decide again. */
  async #again({ spaceId, waiting }: Taken): Promise<void> {
    const { snapshots, patience = patient } = this.#options;
    this.#meter.count('parley_refenced_commits_total');
    snapshots.forget(spaceId);
    const records = await this.#records(spaceId, waiting);
    const left: Waiting[] = [];
    for (const each of waiting) {
      if (each.write.isPrepared && !records.has(each.scope ?? '')) each.reject(new Outdated());
      else if (each.tries + 1 >= patience.tries) each.reject(contended());
      else left.push(each);
    }
    if (left.length === 0) return;
    this.#waiting.putBack(spaceId, left, records);
    this.#rest(spaceId, patience.pauseMs(left[0]!.tries + 1));
  }

  /** Pauses a space, while the slots serve the others. */
  #rest(spaceId: string, ms: number): void {
    const flight = this.#busy.get(spaceId)!;
    if (ms <= 0) return;
    flight.batches += 1;
    flight.isOpen = false;
    setTimeout(() => this.#landed(spaceId, flight), ms);
  }

  async #records(spaceId: string, waiting: readonly Waiting[]): Promise<Map<string, IdempotencyRecord>> {
    const scopes = waiting.flatMap(({ scope }) => scope ?? []);
    if (scopes.length === 0) return new Map();
    const found = await this.#options.findRecords(spaceId, scopes);
    return new Map(found.map((record) => [record.scope, record]));
  }

  async #failed(storing: Ready[], creating: Creating[], error: unknown): Promise<void> {
    const race = isRace(error);
    if (!race) this.#meter.count('parley_commit_failures_total');
    if (race) this.#creating.push(...creating);
    else for (const { reject } of creating) reject(error);
    await Promise.all(storing.map((each) => this.#finish(each, race ? this.#again(each) : Promise.reject(error))));
  }
}

const noSpace = (): ServiceError => new ServiceError('space_not_found', 'There is no such space');
