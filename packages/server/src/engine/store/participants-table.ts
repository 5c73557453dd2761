import { entities, rememberedGone, type Participant } from '@parley/core';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from './schema.ts';
import type { StateMapping } from './mapping.ts';

export const table = pgTable(
  'participants',
  {
    spaceId: uuid('space_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    role: text('role').notNull(),
    isOwner: boolean('is_owner').notNull(),
    isHuman: boolean('is_human').notNull(),
    status: text('status', { enum: ['waitingForApproval', 'active', 'muted', 'left', 'kicked'] }).notNull(),
    keyHash: text('key_hash').notNull(),
    invitationId: uuid('invitation_id'),
    revealed: boolean('revealed').notNull(),
    endedAt: ms('ended_ms'),
    speaker: text('speaker', { enum: ['owner', 'human', 'agent', 'guest'] })
      .notNull()
      .default('guest'),
    keyGeneration: integer('key_generation').notNull().default(0),
    /** Separated by spaces, newest first. */
    formerKeyHashes: text('former_key_hashes').notNull().default(''),
    /** As JSON. */
    inbound: text('inbound'),
  },
  (table) => [
    primaryKey({ columns: [table.spaceId, table.participantId] }),
    index('participants_by_key').on(table.keyHash),
    index('participants_live')
      .on(table.spaceId)
      .where(sql`ended_ms is null`),
    index('participants_gone')
      .on(table.spaceId, table.endedAt, table.position)
      .where(sql`ended_ms is not null`),
  ],
);

export const participants: StateMapping<typeof table, Participant> = {
  table,
  idOf: entities.participants.idOf,
  toRow: ({ formerKeyHashes, inbound, ...participant }, spaceId) => ({
    spaceId,
    ...participant,
    formerKeyHashes: formerKeyHashes.join(' '),
    inbound: inbound && JSON.stringify(inbound),
  }),
  fromRow: ({ spaceId: _, invitationId, endedAt, formerKeyHashes, inbound, ...row }) => ({
    ...row,
    formerKeyHashes: formerKeyHashes.split(' ').filter(Boolean),
    // Owners of earlier releases have the default of the column.
    speaker: row.isOwner ? 'owner' : row.speaker,
    invitationId: invitationId ?? undefined,
    endedAt: endedAt ?? undefined,
    ...(inbound !== null && { inbound: JSON.parse(inbound) as Participant['inbound'] }),
  }),
  names: { name: 'participantId' },
  updates: ['name', 'status', 'revealed', 'endedAt', 'keyHash', 'keyGeneration', 'formerKeyHashes', 'inbound'],
  order: ['position'],
  remembered: (spaceId) => sql`select * from ${table} where space_id = ${spaceId} and ended_ms is null union all
    (select * from ${table} where space_id = ${spaceId} and ended_ms is not null order by ended_ms desc, position desc limit ${sql.raw(String(rememberedGone))})`,
};

declare module './tables.ts' {
  interface StoredEntities {
    participants: Participant;
  }
}
