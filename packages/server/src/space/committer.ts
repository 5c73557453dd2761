import { ServiceError, type SpaceState } from '@parley/core';
import type { Batch, StorableEvent } from '../store/commit.ts';
import type { Head } from '../store/heads.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';
import type { HeadReader } from './head-reader.ts';
import type { Snapshots } from './snapshots.ts';
import { takeTurn, type Result, type Turn, type Write } from './turn.ts';

interface Waiting extends Write {
  scope: string | undefined;
  resolve(result: Result<unknown>): void;
  reject(error: unknown): void;
}

interface Creating {
  state: SpaceState;
  resolve(): void;
  reject(error: unknown): void;
}

interface Ready {
  spaceId: string;
  writes: Waiting[];
  turn: Turn;
}

export interface CommitterOptions {
  snapshots: Snapshots;
  heads: HeadReader;
  store(batch: Batch): Promise<Map<string, Head>>;
  findRecords(spaceId: string, scopes: string[]): Promise<IdempotencyRecord[]>;
  /** Told after each commit, before the answers leave. */
  committed(head: Head, events: readonly StorableEvent[]): void;
  now(): number;
  env: { readonly publicUrl: string };
  /** 1 where one statement must not touch several spaces (a database sharded by space). */
  spacesPerBatch: number;
}

const batchesInFlight = 2;
const writesPerTurn = 256;
const charactersPerBatch = 8 * 1024 * 1024;

/**
 * Stores the writes of this process in natural batches: it never waits for company, but while a batch is on its way
 * the next one fills. A space is in one batch at a time, so its writes are decided one after the other.
 */
export class Committer {
  readonly #options: CommitterOptions;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #busy = new Set<string>();
  readonly #creating: Creating[] = [];
  #inFlight = 0;
  #scheduled = false;
  #idle: (() => void)[] = [];

  constructor(options: CommitterOptions) {
    this.#options = options;
  }

  write<Answer>(spaceId: string, write: Write<Answer>, scope?: string): Promise<Result<Answer>> {
    return new Promise((resolve, reject) => {
      const waiting = { ...write, scope, resolve, reject } as Waiting;
      const queue = this.#waiting.get(spaceId);
      if (queue) queue.push(waiting);
      else this.#waiting.set(spaceId, [waiting]);
      this.#schedule();
    });
  }

  create(state: SpaceState): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#creating.push({ state, resolve, reject });
      this.#schedule();
    });
  }

  /** Resolves when everything that was asked for is stored and answered. */
  async drained(): Promise<void> {
    if (this.#inFlight || this.#busy.size || this.#waiting.size || this.#creating.length) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= batchesInFlight) return;
    this.#scheduled = true;
    // After the events of this turn of the loop, so that whoever arrived together travels together.
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const creating = this.#creating.splice(0, this.#options.spacesPerBatch);
    const ready = this.#collect(this.#options.spacesPerBatch - creating.length);
    if (ready.length === 0 && creating.length === 0) {
      if (!this.#inFlight && !this.#busy.size) for (const resolve of this.#idle.splice(0)) resolve();
      return;
    }
    this.#inFlight += 1;
    this.#schedule();
    await this.#store(ready, creating);
    this.#inFlight -= 1;
    this.#schedule();
  }

  /** Takes the turns of all spaces that wait, are not in a batch already, and whose snapshot is at hand. */
  #collect(atMost: number): Ready[] {
    const { snapshots, now, env } = this.#options;
    const ready: Ready[] = [];
    let size = 0;
    for (const spaceId of this.#waiting.keys()) {
      if (ready.length >= atMost || size >= charactersPerBatch) break;
      if (this.#busy.has(spaceId)) continue;
      this.#busy.add(spaceId);
      const snapshot = snapshots.peek(spaceId);
      if (!snapshot) {
        void this.#fetch(spaceId);
        continue;
      }
      const writes = this.#take(spaceId);
      for (const write of writes) size += write.size;
      ready.push({ spaceId, writes, turn: takeTurn(spaceId, snapshot, writes, now(), env.publicUrl) });
    }
    return ready;
  }

  /** At most one write of an Idempotency-Key per turn: the next one then finds the record of the first. */
  #take(spaceId: string): Waiting[] {
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    const scopes = new Set<string>();
    let size = 0;
    for (const write of this.#waiting.get(spaceId) ?? []) {
      const repeats = write.scope !== undefined && scopes.has(write.scope);
      if (repeats || taken.length >= writesPerTurn || size >= charactersPerBatch) {
        left.push(write);
        continue;
      }
      size += write.size;
      if (write.scope !== undefined) scopes.add(write.scope);
      taken.push(write);
    }
    // Whoever is left goes behind the other spaces.
    this.#waiting.delete(spaceId);
    if (left.length) this.#waiting.set(spaceId, left);
    return taken;
  }

  async #fetch(spaceId: string): Promise<void> {
    try {
      const snapshot = await this.#options.snapshots.atLeast(spaceId, 0);
      if (!snapshot) this.#rejectWaiting(spaceId, new ServiceError('space_not_found', 'There is no such space'));
    } catch (error) {
      this.#rejectWaiting(spaceId, error);
    }
    this.#busy.delete(spaceId);
    this.#schedule();
  }

  async #store(ready: Ready[], creating: Creating[]): Promise<void> {
    const checks = ready.filter(({ turn }) => turn.idle).map((each) => this.#finish(each, () => this.#check(each)));
    const storing = ready.filter(({ turn }) => !turn.idle);
    if (storing.length || creating.length) {
      const { store, now } = this.#options;
      const creations = creating.map(({ state }) => state);
      try {
        const heads = await store({ now: now(), creations, commits: storing.map(({ turn }) => turn.commit) });
        for (const { state, resolve } of creating) {
          this.#options.snapshots.put(state.space.spaceId, heads.get(state.space.spaceId)!.rev, state);
          resolve();
        }
        await Promise.all(storing.map((each) => this.#finish(each, () => this.#passed(each, heads.get(each.spaceId)))));
      } catch (error) {
        await this.#failed(storing, creating, error);
      }
    }
    await Promise.all(checks);
  }

  async #finish(each: Ready, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // Whether it was stored is unknown, so what is kept in memory may be old.
      this.#options.snapshots.forget(each.spaceId);
      for (const write of each.writes) write.reject(error);
    } finally {
      this.#busy.delete(each.spaceId);
      this.#schedule();
    }
  }

  async #passed(each: Ready, head: Head | undefined): Promise<void> {
    if (!head) return this.#again(each);
    const { spaceId, turn } = each;
    if (turn.commit.bumps) this.#options.snapshots.put(spaceId, head.rev, turn.state);
    this.#options.committed(head, turn.commit.events);
    await this.#answer(each);
  }

  /** Refusals count only if the state they were decided on is still the present one. */
  async #check(each: Ready): Promise<void> {
    const head = await this.#options.heads.current(each.spaceId);
    await (head?.rev === each.turn.commit.rev ? this.#answer(each) : this.#again(each));
  }

  /** What was accepted is answered at once; what was refused may be the retry of something accepted before. */
  async #answer({ spaceId, writes, turn }: Ready): Promise<void> {
    const doubtful = new Map<Waiting, unknown>();
    writes.forEach((write, i) => {
      const outcome = turn.outcomes[i]!;
      if (outcome.ok) write.resolve(outcome.result);
      else if (outcome.mayBeRetry && write.scope !== undefined) doubtful.set(write, outcome.error);
      else write.reject(outcome.error);
    });
    const records = await this.#records(spaceId, [...doubtful.keys()]);
    for (const [write, error] of doubtful) {
      const replay = records.get(write.scope!);
      if (replay) write.resolve({ replay });
      else write.reject(error);
    }
  }

  /** Somebody else changed the space, or stored one of these writes: look again, decide again. */
  async #again({ spaceId, writes }: Ready): Promise<void> {
    this.#options.snapshots.forget(spaceId);
    const records = await this.#records(spaceId, writes);
    const again = writes.map((write) => (write.scope === undefined ? write : { ...write, replay: records.get(write.scope) }));
    this.#waiting.set(spaceId, [...again, ...(this.#waiting.get(spaceId) ?? [])]);
  }

  async #records(spaceId: string, writes: readonly Waiting[]): Promise<Map<string, IdempotencyRecord>> {
    const scopes = writes.flatMap(({ scope }) => scope ?? []);
    if (scopes.length === 0) return new Map();
    const found = await this.#options.findRecords(spaceId, scopes);
    return new Map(found.map((record) => [record.scope, record]));
  }

  async #failed(storing: Ready[], creating: Creating[], error: unknown): Promise<void> {
    const race = isRace(error);
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

  #rejectWaiting(spaceId: string, error: unknown): void {
    const writes = this.#waiting.get(spaceId) ?? [];
    this.#waiting.delete(spaceId);
    for (const { reject } of writes) reject(error);
  }
}

const races = new Set([
  '23505', // two processes stored the same Idempotency-Key at once
  '40P01', // deadlock
  '40001', // serialization failure
]);

const isRace = (error: unknown): boolean => races.has((error as { code?: string }).code ?? '');
