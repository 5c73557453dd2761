import type { EventType } from '../../kernel/event-type.ts';

export const eventTypes = {
  'task.changed': {
    description: 'A task was created, changed its state or ended, not by you. get_task reads it.',
    event: 'task',
    by: { field: 'actorId', unless: { action: ['lapsed'] } },
    data: {
      taskId: 'taskId',
      action: 'action',
      state: 'state',
      createdBy: 'createdBy',
      actorId: 'actorId',
      claimedBy: 'claimedBy',
    },
    filter: 'taskId',
  },
} as const satisfies Record<string, EventType>;
