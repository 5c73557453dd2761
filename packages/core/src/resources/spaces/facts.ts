import type { Fact, Facts } from '../../kernel/facts.ts';
import type { Instant } from '../../kernel/instant.ts';
import type { Space } from '../../kernel/space.ts';

/** The budget reached a level, or was reset. */
export const budgetReached = (body: Facts['budget']): Fact => ({ event: 'budget', body });

/** A space was paused or resumed. */
export const spaceChanged = (body: SpaceFact): Fact => ({ event: 'space', body });

/** A space was closed or expired. */
export const spaceEnded = ({ end }: Space): Fact => ({ event: 'space-closed', body: { reason: end!.reason, at: end!.at } });

/** The messages by agents since the last human message reached a part of the budget; 0: the owner reset it. */
export interface BudgetFact {
  limit: number;
  used: number;
  percent: 0 | 80 | 100;
}

export interface SpaceFact {
  action: 'paused' | 'resumed';
  actorId: string;
  reason?: string | undefined;
}

export interface EndFact {
  reason: 'closed' | 'expired';
  at: Instant;
}

declare module '../../kernel/facts.ts' {
  interface Facts {
    space: SpaceFact;
    budget: BudgetFact;
    'space-closed': EndFact;
  }
}
