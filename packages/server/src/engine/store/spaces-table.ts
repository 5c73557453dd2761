import type { Space } from '@parley/core';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from './schema.ts';
import type { TableMapping } from './mapping.ts';

export const table = pgTable(
  'spaces',
  {
    spaceId: uuid('space_id').primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    agenda: text('agenda'),
    privacy: text('privacy', { enum: ['public', 'private'] }).notNull(),
    createdAt: ms('created_ms').notNull(),
    expiresAt: ms('expires_ms').notNull(),
    endedAt: ms('ended_ms'),
    /** `leaving` without an end: the space is being moved to another server. */
    endReason: text('end_reason', { enum: ['closed', 'expired', 'leaving'] }),
    agentBudget: integer('agent_budget'),
    tasksPerParticipant: integer('tasks_per_participant'),
    /** The texts of messages up to this instant were erased by their age. */
    messagesExpiredTo: ms('messages_expired_ms'),
    pausedAt: ms('paused_ms'),
    pausedBy: uuid('paused_by'),
    pauseReason: text('pause_reason'),
  },
  (table) => [
    index('spaces_paused')
      .on(table.spaceId)
      .where(sql`paused_ms is not null`),
    index('spaces_ended')
      .on(table.endedAt)
      .where(sql`ended_ms is not null`),
  ],
);

type SpaceRow = typeof table.$inferSelect;

export const spaces: TableMapping<typeof table, Space> = {
  table,
  idOf: ({ spaceId }) => spaceId,
  toRow: ({ end, isLeaving: _, paused, ...space }) => ({
    ...space,
    endedAt: end?.at,
    endReason: end?.reason,
    pausedAt: paused?.at,
    pausedBy: paused?.by,
    pauseReason: paused?.reason,
  }),
  updates: [
    ...(['name', 'description', 'agenda', 'privacy', 'agentBudget', 'tasksPerParticipant'] as const),
    ...(['messagesExpiredTo', 'expiresAt', 'endedAt', 'endReason'] as const),
    ...(['pausedAt', 'pausedBy', 'pauseReason'] as const),
  ],
};

export const endOf = ({ endedAt, endReason }: Pick<SpaceRow, 'endedAt' | 'endReason'>): Space['end'] =>
  endedAt !== null && endReason !== null && endReason !== 'leaving' ? { at: endedAt, reason: endReason } : undefined;

const pauseOf = ({ pausedAt, pausedBy, pauseReason }: Pick<SpaceRow, 'pausedAt' | 'pausedBy' | 'pauseReason'>): Space['paused'] =>
  pausedAt !== null && pausedBy !== null ? { by: pausedBy, at: pausedAt, reason: pauseReason ?? undefined } : undefined;

/** Whether time changes something in the space of a row. */
export const isRunning = (spaceId: SQLWrapper): SQL =>
  sql`not exists (select 1 from ${table} paused where paused.space_id = ${spaceId} and paused.paused_ms is not null)`;

export const spaceOf = ({
  endedAt,
  endReason,
  agenda,
  agentBudget,
  tasksPerParticipant,
  messagesExpiredTo,
  pausedAt,
  pausedBy,
  pauseReason,
  ...row
}: SpaceRow): Space => ({
  ...row,
  agenda: agenda ?? undefined,
  agentBudget: agentBudget ?? undefined,
  tasksPerParticipant: tasksPerParticipant ?? undefined,
  messagesExpiredTo: messagesExpiredTo ?? undefined,
  end: endOf({ endedAt, endReason }),
  paused: pauseOf({ pausedAt, pausedBy, pauseReason }),
  ...(endReason === 'leaving' && { isLeaving: true }),
});

declare module './tables.ts' {
  interface StoredEntities {
    spaces: Space;
  }
}
