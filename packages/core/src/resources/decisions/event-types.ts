import type { EventType } from '../../kernel/event-type.ts';

export const eventTypes = {
  'decision.changed': {
    description:
      'Somebody else opened or answered a decision, or one has ended. get_decision shows the question, the answers and the outcome.',
    event: 'decision',
    by: { field: 'actorId', unless: { action: ['ended'] } },
    data: { decisionId: 'decisionId', action: 'action', state: 'state', openedBy: 'openedBy', actorId: 'actorId' },
    filter: 'decisionId',
  },
} as const satisfies Record<string, EventType>;
