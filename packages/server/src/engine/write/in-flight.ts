import type { Creation } from '../store/commit.ts';
import type { Waiting } from './queue.ts';
import type { DecidedBatch } from './decide.ts';

export interface Creating {
  creation: Creation;
  resolve(): void;
  reject(error: unknown): void;
}

/** Writes of a space that wait no longer. */
export interface Taken {
  spaceId: string;
  waiting: Waiting[];
}

export interface Ready extends Taken {
  decided: DecidedBatch;
}

/** The batches of a space that are in flight. */
export interface InFlight {
  batches: number;
  slot: number;
  /** It leaves the state unchanged, so the next batch can already be decided. */
  isOpen: boolean;
}

const races = new Set([
  '23505', // two processes stored the same Idempotency-Key at once
  '40P01', // deadlock
  '40001', // serialization failure
]);

export const isRace = (error: unknown): boolean => races.has((error as { code?: string }).code ?? '');
