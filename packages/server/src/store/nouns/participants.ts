import { nouns, rememberedGone, type Participant } from '@parley/core';
import { sql } from 'drizzle-orm';
import { participants as table } from '../schema.ts';
import type { StateNoun } from './noun.ts';

export const participants: StateNoun<typeof table, Participant> = {
  table,
  idOf: nouns.participants.idOf,
  toRow: (participant, spaceId) => ({ spaceId, ...participant, formerKeyHashes: participant.formerKeyHashes.join(' ') }),
  fromRow: ({ spaceId: _, invitationId, endedAt, formerKeyHashes, ...row }) => ({
    ...row,
    formerKeyHashes: formerKeyHashes.split(' ').filter(Boolean),
    // Owners of earlier releases have the default of the column.
    speaker: row.isOwner ? 'owner' : row.speaker,
    invitationId: invitationId ?? undefined,
    endedAt: endedAt ?? undefined,
  }),
  updates: ['status', 'revealed', 'endedAt', 'keyHash', 'keyGeneration', 'formerKeyHashes'],
  order: ['position'],
  remembered: (spaceId) => sql`select * from ${table} where space_id = ${spaceId} and ended_ms is null union all
    (select * from ${table} where space_id = ${spaceId} and ended_ms is not null order by ended_ms desc, position desc limit ${sql.raw(String(rememberedGone))})`,
};
