import { setMaxListeners } from 'node:events';
import { repeat, type Loop } from '../async/repeat.ts';

/** What is claimed apart from other work, so that neither hides the other, and how much of it at a time. */
interface Lane {
  readonly atOnce: number;
}

/** What may be claimed now. */
interface Claiming<Row, L extends Lane> {
  lane: L;
  limit: number;
  /** The spaces of which so much is in progress in this lane that others have their turn. */
  busySpaces: string[];
  /** What is in progress in all lanes. */
  inProgress: readonly Row[];
}

interface LeasedWork<Row, L extends Lane> {
  lanes: readonly L[];
  isIn(row: Row, lane: L): boolean;
  /** Leases rows that are due to this process, not too many of a space. */
  claim(claiming: Claiming<Row, L>): Promise<readonly Row[]>;
  /** If it fails, the lease expires and the row is claimed again. */
  work(row: Row, stopping: AbortSignal): Promise<void>;
  failed(error: unknown): void;
}

const perSpace = 8;
const checkEveryMs = 1_000;

/**
 * Works on rows that are due. Every process does so, and a lease lets one of them work on a row at a time: if it dies, the lease expires
 * and another process goes on.
 */
export class LeaseWorker<Row extends { readonly spaceId: string }, L extends Lane> {
  readonly #work: LeasedWork<Row, L>;
  readonly #stop = new AbortController();
  readonly #inProgress = new Map<Row, Promise<void>>();
  readonly #loop: Loop;
  #round = Promise.resolve();
  #isAsked = false;

  constructor(work: LeasedWork<Row, L>) {
    this.#work = work;
    // Each row listens while it waits for a place, and while something is sent.
    setMaxListeners(2 * work.lanes.reduce((sum, { atOnce }) => sum + atOnce, 0), this.#stop.signal);
    this.#loop = repeat({ everyMs: checkEveryMs, work: async () => this.checkSoon(), failed: work.failed });
  }

  /** Something may be due: checks soon. */
  checkSoon(): void {
    if (this.#isAsked || this.#stop.signal.aborted) return;
    this.#isAsked = true;
    this.#round = this.#round.then(async () => {
      this.#isAsked = false;
      await this.#claim().catch(this.#work.failed);
    });
  }

  /** Ends the work in progress; another process, or this one after a restart, repeats it. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#loop.stop();
    await this.#round;
    await Promise.all(this.#inProgress.values());
  }

  /** Claims until nothing is due that there is room for. The lanes take turns, so that none waits for the end of another. */
  async #claim(): Promise<void> {
    for (let isMore = true; isMore;) {
      isMore = false;
      for (const lane of this.#work.lanes) if (await this.#claimIn(lane)) isMore = true;
    }
  }

  /** False if nothing is due in a lane that there is room for. */
  async #claimIn(lane: L): Promise<boolean> {
    const inProgress = [...this.#inProgress.keys()];
    const own = inProgress.filter((row) => this.#work.isIn(row, lane));
    const limit = lane.atOnce - own.length;
    if (limit <= 0 || this.#stop.signal.aborted) return false;
    const busySpaces = often(own, ({ spaceId }) => spaceId, perSpace);
    const claimed = await this.#work.claim({ lane, limit, busySpaces, inProgress });
    for (const row of claimed) this.#inProgress.set(row, this.#run(row));
    return claimed.length > 0;
  }

  async #run(row: Row): Promise<void> {
    try {
      await this.#work.work(row, this.#stop.signal);
    } catch (error) {
      this.#work.failed(error);
    } finally {
      this.#inProgress.delete(row);
      this.checkSoon();
    }
  }
}

/** The ids that at least `count` rows have. */
export function often<Row>(rows: readonly Row[], idOf: (row: Row) => string, count: number): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(idOf(row), (counts.get(idOf(row)) ?? 0) + 1);
  return [...counts].flatMap(([id, times]) => (times >= count ? [id] : []));
}
