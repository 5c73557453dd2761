import { entities, type Invitation } from '@parley/core';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ms } from '../../engine/store/schema.ts';
import type { StateMapping } from '../../engine/store/mapping.ts';

export const table = pgTable(
  'invitations',
  {
    spaceId: uuid('space_id').notNull(),
    keyHash: text('key_hash').notNull(),
    invitationId: uuid('invitation_id').notNull(),
    createdAt: ms('created_ms').notNull(),
    expiresAt: ms('expires_ms'),
    maxUses: integer('max_uses'),
    uses: integer('uses').notNull().default(0),
    role: text('role'),
    revokedAt: ms('revoked_ms'),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.keyHash] })],
);

export const invitations: StateMapping<typeof table, Invitation> = {
  table,
  idOf: entities.invitations.idOf,
  toRow: (invitation, spaceId) => ({ spaceId, ...invitation }),
  fromRow: ({ spaceId: _, expiresAt, maxUses, role, revokedAt, ...row }) => ({
    ...row,
    expiresAt: expiresAt ?? undefined,
    maxUses: maxUses ?? undefined,
    role: role ?? undefined,
    revokedAt: revokedAt ?? undefined,
  }),
  updates: ['uses', 'revokedAt'],
  order: ['createdAt', 'invitationId'],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    invitations: Invitation;
  }
}
