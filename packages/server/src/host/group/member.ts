import type { Allowance, OpenBook, RateStanding } from '../../engine/limits/counter.ts';
import { Tallies, type Counts } from '../../engine/limits/counts.ts';
import type { HeldCount } from '../../engine/limits/tally.ts';
import { inBatches, type WorkerMeasures, type Said, type GroupMessage } from './messages.ts';

/** The workers of a machine, as one of them sees them. */
export interface WorkerGroup {
  /** Counts for all of them. */
  readonly counts: Counts;
  /** Whether as many serve as should. */
  isComplete(): boolean;
  /** The metrics of all of them, in the text format of Prometheus. */
  metrics(): Promise<string>;
  /** Sets what this one contributes to them. */
  measures(measure: () => Promise<WorkerMeasures>): void;
}

/** What starting and stopping a worker needs besides. */
export interface Member extends WorkerGroup {
  /** This worker serves requests; `banner` is what a process that serves alone would print. */
  listens(banner: string): void;
  /** Calls when the supervisor asks to stop, and when it insists. */
  onStop(stop: (signal: NodeJS.Signals, again: boolean) => void): void;
}

/** The connection to the supervisor: a child process has one. */
interface WorkerLine {
  send?(words: Said[], handle: undefined, options: undefined, sent: (error: Error | null) => void): unknown;
  on(event: 'message', hear: (words: GroupMessage[]) => void): unknown;
}

/** How many keys are remembered of each limit. */
const mostKnown = 10_000;

export function joinGroup(line: WorkerLine): Member {
  // If the supervisor is gone, this process ends: nobody has to hear of it.
  const say = inBatches<Said>((words) => line.send?.(words, undefined, undefined, () => {}));
  const answers = new Map<number, (value: unknown) => void>();
  const own = new Tallies();
  const others = new Tallies();
  let asked = 0;
  let isComplete = false;
  let measure = async (): Promise<WorkerMeasures> => [];
  const stops: [signal: NodeJS.Signals, again: boolean][] = [];
  let stop = (...given: (typeof stops)[number]): void => void stops.push(given);

  const ask = <Answer>(question: (id: number) => Said): Promise<Answer> =>
    new Promise((resolve) => {
      const id = (asked += 1);
      answers.set(id, resolve as (value: unknown) => void);
      say(question(id));
    });

  const hear = (told: GroupMessage): void => {
    switch (told.is) {
      case 'answer':
        answers.get(told.id)?.(told.value);
        answers.delete(told.id);
        return;
      case 'held':
        return others.of(told.change.name).add(told.change.key, told.change.amount);
      case 'workers':
        isComplete = told.listening >= told.of;
        return;
      case 'measure':
        return void measure().then(
          (measured) => say({ is: 'measured', measured }),
          () => say({ is: 'measured', measured: [] }),
        );
      case 'stop':
        return stop(told.signal, told.again);
    }
  };

  line.on('message', (words) => words.forEach(hear));
  say({ is: 'hello' });

  const counts: Counts = {
    openBook(allowance) {
      say({ is: 'open', allowance });
      const { name } = allowance;
      return bookOf(allowance, (key, points) => ask<RateStanding>((id) => ({ is: 'spend', id, name, key, points })));
    },
    held: (name) => heldOf(own.of(name), others.of(name), (key, amount) => say({ is: 'held', change: { name, key, amount } })),
    take: async (bounds) => (await ask<number | null>((id) => ({ is: 'take', id, bounds }))) ?? undefined,
    leave: (bounds) => say({ is: 'leave', bounds }),
  };
  return {
    counts,
    isComplete: () => isComplete,
    async metrics() {
      const text = await ask<string | undefined>((id) => ({ is: 'metrics', id }));
      if (text === undefined) throw new Error('The supervisor could not add up the metrics');
      return text;
    },
    measures: (given) => void (measure = given),
    listens: (banner) => say({ is: 'listening', banner }),
    onStop(given) {
      stop = given;
      for (const early of stops) stop(...early);
    },
  };
}

/** Remembers the last standing of each key that it has asked for. */
function bookOf({ points: limit }: Allowance, spend: (key: string, points: number) => Promise<RateStanding>): OpenBook {
  const known = new Map<string, { remaining: number; endsAt: number }>();
  return {
    limit,
    remaining(key) {
      const last = known.get(key);
      return last && last.endsAt > Date.now() ? last.remaining : limit;
    },
    async spend(key, points) {
      const standing = await spend(key, points);
      known.delete(key);
      known.set(key, { remaining: standing.remaining, endsAt: Date.now() + standing.resetSeconds * 1000 });
      if (known.size > mostKnown) known.delete(known.keys().next().value!);
      return standing;
    },
  };
}

const heldOf = (own: HeldCount, others: HeldCount, tell: (key: string, amount: number) => void): HeldCount => ({
  get total() {
    return own.total + others.total;
  },
  of: (key) => own.of(key) + others.of(key),
  add(key, amount) {
    own.add(key, amount);
    tell(key, amount);
  },
});
