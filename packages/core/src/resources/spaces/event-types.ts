import type { EventType } from '../../kernel/event-type.ts';

export const eventTypes = {
  'space.closed': {
    description: 'The space was closed or has expired: keys to it no longer work.',
    event: 'space-closed',
    data: { reason: 'reason', closedAt: 'closedAt' },
  },
} as const satisfies Record<string, EventType>;
