import type { StreamEvent } from '@parley/testing';
import { expect } from 'vitest';

export type Move = Extract<StreamEvent, { event: 'delivery' }>['data'];

/** What can follow a state; attempts are counted by claims only. */
const next: Record<string, (attempt: number) => readonly string[]> = {
  held: (n) => ['queued', 'acknowledged', 'declined', 'replied', 'expired', 'withdrawn'].map((then) => `${then} ${n}`),
  queued: (n) => [`claimed ${n + 1}`, `acknowledged ${n + 1}`, `replied ${n}`, `expired ${n}`, `withdrawn ${n}`],
  claimed: (n) => [
    n < 5 ? `queued ${n}` : `failed ${n}`,
    ...['acknowledged', 'declined', 'replied', 'expired', 'withdrawn'].map((outcome) => `${outcome} ${n}`),
  ],
};

const nameOf = ({ state, outcome, attempt }: Move): string => `${outcome ?? state} ${attempt}`;

/** The moves of each delivery, in the order of the log. */
export function livesOf(events: readonly StreamEvent[]): Map<string, Move[]> {
  const lives = new Map<string, Move[]>();
  for (const { event, data } of events) {
    if (event === 'delivery') lives.set(data.deliveryId, [...(lives.get(data.deliveryId) ?? []), data]);
  }
  return lives;
}

/** Each delivery began queued, held or refused, was never claimed by two at once, and ended at most once. */
export function expectPossible(lives: ReadonlyMap<string, readonly Move[]>): void {
  for (const [id, moves] of lives) {
    const told = moves.map(nameOf);
    expect(['queued 0', 'held 0', 'refused 0'], id).toContain(told[0]);
    for (const [i, move] of moves.slice(0, -1).entries()) {
      const allowed = next[move.state]?.(move.attempt) ?? [];
      expect(allowed, `${id}: ${told.join(', ')}`).toContain(told[i + 1]);
    }
  }
}

export const isOver = (moves: readonly Move[] | undefined): boolean => moves?.at(-1)?.state === 'done';
