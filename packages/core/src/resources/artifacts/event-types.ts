import type { EventType } from '../../kernel/event-type.ts';

export const eventTypes = {
  'artifact.changed': {
    description:
      'Somebody else created, wrote, restored, renamed or deleted an artifact. get_artifact reads it, artifact_diff shows what differs.',
    event: 'artifact',
    when: { action: ['created', 'updated', 'restored', 'renamed', 'deleted', 'undeleted'] },
    by: { field: 'actorId' },
    data: {
      artifactId: 'artifact.id',
      version: 'artifact.version',
      action: 'action',
      via: 'via',
      authorId: 'authorId',
      actorId: 'actorId',
    },
    filter: 'artifactId',
  },
} as const satisfies Record<string, EventType>;
