import type { Allowance } from '../../engine/limits/counter.ts';
import type { Bound } from '../../engine/limits/counts.ts';

/** An amount of something that one worker holds more, or less, than before. */
export interface CountChange {
  name: string;
  key: string;
  amount: number;
}

/** What was measured, as prom-client exchanges it. */
export type WorkerMeasures = readonly {
  name: string;
  type: unknown;
  values: readonly { value: number | null; labels: object; metricName?: string }[];
}[];

/** What a worker says to the process that supervises it. The supervisor answers what has an id. */
export type Said =
  | { is: 'hello' }
  | { is: 'listening'; banner: string }
  | { is: 'open'; allowance: Allowance }
  | { is: 'spend'; id: number; name: string; key: string; points: number }
  | { is: 'take'; id: number; bounds: readonly Bound[] }
  | { is: 'leave'; bounds: readonly Bound[] }
  | { is: 'held'; change: CountChange }
  | { is: 'metrics'; id: number }
  | { is: 'measured'; measured: WorkerMeasures };

/** What it is told. */
export type GroupMessage =
  | { is: 'answer'; id: number; value: unknown }
  | { is: 'held'; change: CountChange }
  | { is: 'workers'; listening: number; of: number }
  | { is: 'measure' }
  | { is: 'stop'; signal: NodeJS.Signals; again: boolean };

/** Sends what is said in one turn of the event loop as one message. */
export function inBatches<Word>(send: (words: Word[]) => void): (word: Word) => void {
  let waiting: Word[] = [];
  return (word) => {
    if (waiting.push(word) > 1) return;
    setImmediate(() => {
      const words = waiting;
      waiting = [];
      send(words);
    });
  };
}
