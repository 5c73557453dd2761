import { ServiceError } from '@parley/core';
import { noMeter, type Meter } from '../observe/meter.ts';
import type { Alone } from '../store/alone.ts';
import type { Batch, Creation, StorableEvent } from '../store/commit.ts';
import type { Head } from '../store/heads.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';
import { isRace, leavesState, type Creating, type Flight, type Ready, type Taken } from './flight.ts';
import type { HeadReader } from '../read/head-reader.ts';
import { Lanes } from './lanes.ts';
import { contended, patient, type Patience } from '../async/patience.ts';
import { Queue, type Waiting } from './queue.ts';
import type { Snapshot, Snapshots } from '../read/snapshots.ts';
import { Outdated, takeTurn, type TurnEnvironment, type Result, type Turn, type SpaceWrite, type Verdict } from './turn.ts';

export interface CommitterOptions {
  snapshots: Snapshots;
  heads: HeadReader;
  /** How many batches are in flight at most. */
  lanes: number;
  /** Stores the batches of one lane in order. */
  store(batch: Batch, lane: number): Promise<Map<string, Head>>;
  /** Absent if no other process can change a space. */
  alone?: Alone | undefined;
  findRecords(spaceId: string, scopes: string[]): Promise<IdempotencyRecord[]>;
  /** Called after each commit, before the answers are sent. */
  committed(head: Head, events: readonly StorableEvent[]): void;
  now(): number;
  env: TurnEnvironment;
  /** 1 if one statement must not touch several spaces (a database sharded by space). */
  spacesPerBatch: number;
  patience?: Patience;
  meter?: Meter;
}

const writesPerTurn = 256;
const charactersPerBatch = 8 * 1024 * 1024;
/** A write that failed so often is decided while no other process can change the space. */
const triesTogether = 8;
/** How many writes justify a batch of their own. */
const worthwhile = 8;

/**
 * Stores the writes of this process in natural batches: it never delays a write to fill a batch, but while one batch is in flight,
 * the next one fills. A space is in one batch at a time, so its writes are decided one after the other. Only a turn that leaves the
 * state unchanged can be followed immediately, on the same lane, by the next: each passes the fence separately.
 */
export class Committer {
  readonly #options: CommitterOptions;
  readonly #meter: Meter;
  readonly #waiting = new Queue();
  readonly #busy = new Map<string, Flight>();
  readonly #creating: Creating[] = [];
  readonly #lanes: Lanes;
  #scheduled = false;
  #idle: (() => void)[] = [];
  #batches = 0;

  constructor(options: CommitterOptions) {
    this.#options = options;
    this.#lanes = new Lanes(options.lanes);
    this.#meter = options.meter ?? noMeter;
  }

  write<Outcome>(spaceId: string, write: SpaceWrite<Outcome>, scope?: string): Promise<Result<Outcome>> {
    const since = this.#meter.isOn || write.stored ? performance.now() : 0;
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
    if (this.#lanes.inFlight || this.#busy.size || this.#waiting.spaces || this.#creating.length) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
  }

  #schedule(): void {
    if (this.#scheduled || this.#lanes.areFull) return;
    if (this.#waiting.spaces + this.#creating.length + this.#idle.length === 0) return;
    this.#scheduled = true;
    // After the I/O events of this turn of the event loop, so that writes that arrive together share a batch.
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const creating = this.#creating.splice(0, this.#options.spacesPerBatch);
    for (const lane of this.#lanes.byLoad) {
      const ready = this.#gather(lane, this.#options.spacesPerBatch - creating.length);
      if (ready.length === 0 && creating.length === 0) continue;
      const stored = this.#lanes.occupy(lane, () => this.#store(ready, creating, lane));
      this.#schedule();
      await stored;
      this.#schedule();
      return;
    }
    if (!this.#lanes.inFlight && !this.#busy.size) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** One turn for each waiting space that can use this lane and whose snapshot is in memory. */
  #gather(lane: number, atMost: number): Ready[] {
    const ready: Ready[] = [];
    let room = this.#share();
    let size = 0;
    for (const [spaceId, writes] of this.#waiting) {
      if (ready.length >= atMost || room <= 0 || size >= charactersPerBatch) break;
      const flight = this.#busy.get(spaceId) ?? { turns: 0, lane, isOpen: true };
      if (flight.turns > 0 && !this.#mayFollow(flight, lane, writes)) continue;
      this.#busy.set(spaceId, flight);
      flight.turns += 1;
      const { alone, snapshots } = this.#options;
      if (alone && this.#waiting.triesOf(spaceId) >= triesTogether) {
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
      this.#meter.count('parley_snapshot_reads_total', 'hit');
      const limit = Math.min(this.#lanes.areQuick ? room : Infinity, writesPerTurn);
      const waiting = this.#waiting.take(spaceId, { writes: limit, characters: charactersPerBatch });
      const turn = this.#turn(spaceId, snapshot, waiting);
      flight.isOpen = leavesState(turn);
      ready.push({ spaceId, waiting, turn });
      room -= waiting.length;
      for (const { write } of waiting) size += write.size;
    }
    return ready;
  }

  /** Whether the next turn of a space can be sent behind the one in flight. */
  #mayFollow({ isOpen, lane }: Flight, onLane: number, writes: number): boolean {
    return isOpen && lane === onLane && writes >= worthwhile && this.#lanes.areQuick;
  }

  /** If nothing is in flight, half is sent first, so that the database and this process work at the same time. */
  #share(): number {
    if (this.#lanes.inFlight > 0) return Infinity;
    const { writes } = this.#waiting;
    return writes < 2 * worthwhile ? Infinity : Math.ceil(writes / 2);
  }

  #turn(spaceId: string, snapshot: Snapshot, waiting: readonly Waiting[]): Turn {
    const { now, env } = this.#options;
    const writes = waiting.map(({ write }) => write);
    return takeTurn(spaceId, snapshot, writes, now(), env);
  }

  /** A process that changes a space all the time would otherwise always be faster than one that has to read it first. */
  async #takeAlone(spaceId: string, alone: Alone): Promise<void> {
    const waiting = this.#waiting.take(spaceId, { writes: writesPerTurn, characters: charactersPerBatch });
    await this.#finish({ spaceId, waiting }, async () => {
      const { snapshots, now } = this.#options;
      let taken: { turn: Turn; head: Head | undefined };
      try {
        taken = await alone(spaceId, async ({ load, store }) => {
          const loaded = await load();
          if (!loaded) throw noSpace();
          const { head, state, bytes } = loaded;
          const turn = this.#turn(spaceId, snapshots.put(spaceId, head.rev, state, bytes), waiting);
          if (turn.idle) return { turn, head };
          const heads = await store({ now: now(), creations: [], commits: [turn.commit] });
          return { turn, head: heads.get(spaceId) };
        });
      } catch (error) {
        if (!isRace(error)) throw error;
        return this.#again({ spaceId, waiting });
      }
      const { turn, head } = taken;
      await (turn.idle ? this.#answer({ spaceId, waiting, turn }) : this.#passed({ spaceId, waiting, turn }, head));
    });
  }

  async #fetch(spaceId: string, flight: Flight): Promise<void> {
    try {
      const snapshot = await this.#options.snapshots.atLeast(spaceId, 0);
      if (!snapshot) this.#waiting.reject(spaceId, noSpace());
    } catch (error) {
      this.#waiting.reject(spaceId, error);
    }
    this.#landed(spaceId, flight);
  }

  async #store(ready: Ready[], creating: Creating[], lane: number): Promise<void> {
    const checks = ready.filter(({ turn }) => turn.idle).map((each) => this.#finish(each, () => this.#check(each)));
    const storing = ready.filter(({ turn }) => !turn.idle);
    if (storing.length || creating.length) {
      const { now } = this.#options;
      const creations = creating.map(({ creation }) => creation);
      try {
        const batch = { now: now(), creations, commits: storing.map(({ turn }) => turn.commit) };
        const sentAt = performance.now();
        const heads = await this.#lanes.timed(lane, () => this.#options.store(batch, lane));
        this.#measure(storing, creating.length, sentAt);
        for (const { creation, resolve } of creating) {
          const { state } = creation;
          this.#options.snapshots.put(state.space.spaceId, heads.get(state.space.spaceId)!.rev, state, 0);
          resolve();
        }
        await Promise.all(storing.map((each) => this.#finish(each, () => this.#passed(each, heads.get(each.spaceId)))));
      } catch (error) {
        await this.#failed(storing, creating, error);
      }
    }
    await Promise.all(checks);
  }

  #measure(storing: readonly Ready[], created: number, sentAt: number): void {
    const batch = (this.#batches += 1);
    const storedMs = performance.now() - sentAt;
    const writes = storing.reduce((sum, { waiting }) => sum + waiting.length, created);
    this.#meter.observe('parley_commit_batch_writes', writes);
    this.#meter.observe('parley_commit_duration_seconds', storedMs / 1000);
    for (const { waiting } of storing) {
      for (const { write, since, tries } of waiting) {
        if (since === 0) continue;
        const waitedMs = Math.max(0, sentAt - since);
        this.#meter.observe('parley_commit_wait_seconds', waitedMs / 1000);
        write.stored?.({ batch, writes, spaces: storing.length + created, waitedMs, storedMs, repeats: tries });
      }
    }
  }

  async #finish(each: Taken, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // It is unknown whether the batch was stored, so the snapshots can be out of date.
      this.#options.snapshots.forget(each.spaceId);
      for (const { reject } of each.waiting) reject(error);
    } finally {
      this.#landed(each.spaceId, this.#busy.get(each.spaceId)!);
    }
  }

  #landed(spaceId: string, flight: Flight): void {
    flight.turns -= 1;
    if (flight.turns === 0) this.#busy.delete(spaceId);
    this.#schedule();
  }

  async #passed(each: Ready, head: Head | undefined): Promise<void> {
    if (!head) return this.#again(each);
    const { spaceId, turn } = each;
    if (turn.commit.bumps) this.#options.snapshots.put(spaceId, head.rev, turn.state, turn.bytes);
    this.#options.committed(head, turn.commit.events);
    await this.#answer(each);
  }

  /** Refusals are final only if they were decided on the current state. */
  async #check(each: Ready): Promise<void> {
    const head = await this.#options.heads.current(each.spaceId);
    await (head?.rev === each.turn.commit.rev ? this.#answer(each) : this.#again(each));
  }

  /** Answers most writes immediately; one that was refused or found nothing to do can be the retry of an accepted one. */
  async #answer({ spaceId, waiting, turn }: Ready): Promise<void> {
    const doubtful = new Map<Waiting, Verdict>();
    waiting.forEach((each, i) => {
      const verdict = turn.verdicts[i]!;
      if (verdict.mayBeRetry && each.scope !== undefined) doubtful.set(each, verdict);
      else answer(each, verdict);
    });
    if (doubtful.size === 0) return;
    const records = await this.#records(spaceId, [...doubtful.keys()]);
    for (const [each, verdict] of doubtful) {
      const replay = records.get(each.scope!);
      if (replay) each.resolve({ replay });
      else answer(each, verdict);
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

  /** Pauses a space, while the lanes serve the others. */
  #rest(spaceId: string, ms: number): void {
    const flight = this.#busy.get(spaceId)!;
    if (ms <= 0) return;
    flight.turns += 1;
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
    await Promise.all(
      storing.map((each) =>
        this.#finish(each, async () => {
          if (!race) throw error;
          await this.#again(each);
        }),
      ),
    );
  }
}

function answer({ resolve, reject }: Waiting, verdict: Verdict): void {
  if (verdict.ok) resolve(verdict.result);
  else reject(verdict.error);
}

const noSpace = (): ServiceError => new ServiceError('space_not_found', 'There is no such space');
