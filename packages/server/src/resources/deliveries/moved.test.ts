import { delivery as rules } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { deliveryMoved } from './moved.ts';

const made = { deliveryId: 'd', messageId: 'm', senderId: 's', participantId: 'p', expects: 'reply' } as const;
const queued = rules.queue(made, 0);
const claimed = rules.claim(queued, { leaseId: 'l', expiresAt: 100 }, 0);
const statesOf = (...moved: Parameters<typeof deliveryMoved>) => {
  const { changes, events } = deliveryMoved(...moved);
  const announced = events.map(({ body }) => body as { state: string; outcome?: string });
  expect(announced.at(-1)?.state).toBe(changes.deliveries.at(-1)?.state);
  return announced.map(({ state, outcome }) => outcome ?? state);
};

describe('what is stored when a delivery moves', () => {
  it('is nothing if it has not moved', () => {
    expect(deliveryMoved(claimed, 99)).toEqual({ changes: { deliveries: [] }, events: [] });
  });

  it('is one event for an expired lease', () => {
    expect(statesOf(claimed, 100)).toEqual(['queued']);
    expect(statesOf({ ...claimed, attempt: rules.maxAttempts }, 100)).toEqual(['failed']);
  });

  it('is the expired lease and then the move', () => {
    expect(statesOf(claimed, 100, (present) => rules.reply(present, 100))).toEqual(['queued', 'replied']);
  });

  it('is only the move if the lease has not expired', () => {
    expect(statesOf(claimed, 99, (present) => rules.reply(present, 99))).toEqual(['replied']);
  });
});
