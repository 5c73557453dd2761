import { entities, type Redaction, type Task, type TaskEvidence } from '@parley/core';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { StateMapping } from '../../engine/store/mapping.ts';

export const table = pgTable(
  'tasks',
  {
    spaceId: uuid('space_id').notNull(),
    taskId: uuid('task_id').notNull(),
    /** Of the first event that it caused. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    title: text('title').notNull(),
    artifactId: uuid('artifact_id'),
    forIds: text('for_ids').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: ms('created_ms').notNull(),
    attempt: integer('attempt').notNull(),
    revision: integer('revision').notNull(),
    workerId: uuid('worker_id'),
    workerName: text('worker_name'),
    claimedAt: ms('claimed_ms'),
    leaseId: uuid('lease_id'),
    leaseExpiresAt: ms('lease_expires_ms'),
    /** As JSON. */
    evidence: text('evidence'),
    submittedAt: ms('submitted_ms'),
    returnedBy: uuid('returned_by'),
    returnedAt: ms('returned_ms'),
    returnNote: text('return_note'),
    messageId: uuid('message_id'),
    deliveryIds: text('delivery_ids').notNull(),
    endState: text('end_state', { enum: ['verified', 'cancelled'] }),
    endedAt: ms('ended_ms'),
    endedBy: uuid('ended_by'),
    /** As JSON: how its texts were erased. */
    redacted: text('redacted'),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.taskId] }),
    index('tasks_in_order').on(table.spaceId, table.sequence),
    index('tasks_created').on(table.spaceId, table.createdBy, table.sequence),
    index('tasks_worked').on(table.spaceId, table.workerId, table.sequence),
    index('tasks_open')
      .on(table.spaceId, table.sequence)
      .where(sql`ended_ms is null`),
    index('tasks_lease_due')
      .on(table.leaseExpiresAt)
      .where(sql`lease_expires_ms is not null`),
  ],
);

const changing = [
  'title',
  'attempt',
  'revision',
  'workerId',
  'workerName',
  'claimedAt',
  'leaseId',
  'leaseExpiresAt',
  'evidence',
  'submittedAt',
  'returnedBy',
  'returnedAt',
  'returnNote',
  'messageId',
  'deliveryIds',
  'endState',
  'endedAt',
  'endedBy',
  'redacted',
] as const;

const listOf = (ids: string): string[] => ids.split(' ').filter(Boolean);

export const tasks: StateMapping<typeof table, Task> = {
  table,
  idOf: entities.tasks.idOf,
  isMany: true,
  sequenceIn: 'sequence',
  toRow: ({ for: meant, worker, lease, submission, returned, asking, end, redacted, sequence = 0, ...task }, spaceId) => ({
    spaceId,
    ...task,
    sequence,
    forIds: meant.join(' '),
    workerId: worker?.participantId,
    workerName: worker?.name,
    claimedAt: worker?.claimedAt,
    leaseId: lease?.leaseId,
    leaseExpiresAt: lease?.expiresAt,
    evidence: submission && JSON.stringify(submission.evidence),
    submittedAt: submission?.at,
    returnedBy: returned?.by,
    returnedAt: returned?.at,
    returnNote: returned?.note,
    messageId: asking?.messageId,
    deliveryIds: asking?.deliveryIds.join(' ') ?? '',
    endState: end?.state,
    endedAt: end?.at,
    endedBy: end?.by,
    redacted: redacted && JSON.stringify(redacted),
  }),
  fromRow: (row): Task => ({
    taskId: row.taskId,
    sequence: row.sequence,
    title: row.title,
    artifactId: row.artifactId ?? undefined,
    for: listOf(row.forIds),
    createdBy: row.createdBy,
    createdByName: row.createdByName,
    createdAt: row.createdAt,
    attempt: row.attempt,
    revision: row.revision,
    worker:
      row.workerId !== null && row.workerName !== null && row.claimedAt !== null
        ? { participantId: row.workerId, name: row.workerName, claimedAt: row.claimedAt }
        : undefined,
    lease:
      row.leaseId !== null && row.leaseExpiresAt !== null ? { leaseId: row.leaseId, expiresAt: row.leaseExpiresAt } : undefined,
    submission:
      row.evidence !== null && row.submittedAt !== null
        ? { evidence: JSON.parse(row.evidence) as TaskEvidence, at: row.submittedAt }
        : undefined,
    returned:
      row.returnedBy !== null && row.returnedAt !== null && row.returnNote !== null
        ? { by: row.returnedBy, at: row.returnedAt, note: row.returnNote }
        : undefined,
    asking: row.messageId !== null ? { messageId: row.messageId, deliveryIds: listOf(row.deliveryIds) } : undefined,
    end:
      row.endState !== null && row.endedAt !== null && row.endedBy !== null
        ? { state: row.endState, at: row.endedAt, by: row.endedBy }
        : undefined,
    redacted: row.redacted === null ? undefined : (JSON.parse(row.redacted) as Redaction),
  }),
  names: { createdByName: 'createdBy', workerName: 'workerId' },
  updates: changing,
  buries: changing,
  remembered: (spaceId) => sql`select * from ${table} where space_id = ${spaceId} and ended_ms is null`,
  order: ['sequence'],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    tasks: Task;
  }
}
