import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Connection } from '../../engine/store/connection.ts';
import { arrayLiteral } from '../../engine/store/literal.ts';
import { table as participants } from '../../engine/store/participants-table.ts';
import { table as presence } from './presence-table.ts';
import { table as wakes } from '../wakes/table.ts';
import type { Sighting, Sightings } from '../../engine/stream/presence.ts';
import { Statement } from '../../engine/store/statement.ts';

export function presenceStore(db: PgRemoteDatabase, background: Connection) {
  const { spaceId, participantId, endedAt } = participants;
  const isInUse = and(isNotNull(wakes.verifiedAt), isNull(wakes.disabledAt));
  const byIds = db
    .select({ spaceId, participantId, at: presence.seenAt, wakeAnsweredAt: wakes.answeredAt })
    .from(participants)
    .leftJoin(presence, and(eq(presence.spaceId, spaceId), eq(presence.participantId, participantId)))
    .leftJoin(wakes, and(eq(wakes.spaceId, spaceId), eq(wakes.participantId, participantId), isInUse))
    .where(and(inArray(spaceId, sql`(select unnest(${sql.placeholder('ids')}::uuid[]))`), isNull(endedAt)))
    .prepare('presence_by_ids');

  return {
    async find(ids: readonly string[]): Promise<Sightings[]> {
      const bySpace = new Map(ids.map((spaceId): [string, Sightings] => [spaceId, { spaceId, seen: [] }]));
      for (const { spaceId, ...seen } of await byIds.execute({ ids: arrayLiteral(ids) })) bySpace.get(spaceId)!.seen.push(seen);
      return [...bySpace.values()];
    },

    /**
     * In the order of the ids, so that two processes cannot deadlock. Only for open spaces: the rows of an ended one would outlive
     * its purge.
     */
    async store(sightings: readonly Sighting[]): Promise<void> {
      const statement = new Statement();
      const rows = sightings.map(({ spaceId, participantId, at }) => [spaceId, participantId, at]);
      statement.part(
        'stored',
        `insert into presence (space_id, participant_id, seen_ms)
         select s.* from ${statement.rows('s', 'space_id uuid, participant_id uuid, seen_ms bigint', rows)}
         join space_heads h on h.space_id = s.space_id and not h.closed order by 1, 2
         on conflict (space_id, participant_id) do update set seen_ms = excluded.seen_ms
         where presence.seen_ms < excluded.seen_ms`,
      );
      await background.query(statement.text('select 1'), statement.params);
    },
  };
}
