import type { SpaceState } from '@parley/core';
import { rememberedGone } from '@parley/core';
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Head } from './heads.ts';
import {
  artifactOf,
  invitationOf,
  participantOf,
  spaceOf,
  type ArtifactRow,
  type InvitationRow,
  type ParticipantRow,
  type SpaceRow,
} from './rows.ts';
import {
  artifactContents,
  artifacts,
  events,
  idempotencyRecords,
  invitations,
  memberships,
  participants,
  spaceHeads,
  spaces,
} from './schema.ts';

export interface LoadedSpace {
  head: Head;
  state: SpaceState;
}

/** Rows as JSON under the property names of the schema: one statement sees one instant of all tables. */
const asJson = (table: typeof participants | typeof artifacts | typeof invitations, alias: string) =>
  sql.join(
    Object.entries(getTableColumns(table)).flatMap(([name, column]) => [
      sql.raw(`'${name}'`),
      sql.raw(`${alias}."${column.name}"`),
    ]),
    sql`, `,
  );

export function spaceStore(db: PgRemoteDatabase) {
  const id = sql.placeholder('id');
  const live = db
    .select()
    .from(participants)
    .where(and(eq(participants.spaceId, id), isNull(participants.endedAt)));
  const gone = db
    .select()
    .from(participants)
    .where(and(eq(participants.spaceId, id), isNotNull(participants.endedAt)))
    .orderBy(desc(participants.endedAt), desc(participants.position))
    .limit(rememberedGone);
  const known = unionAll(live, gone).as('p');
  const load = db
    .select({
      rev: spaceHeads.rev,
      sequence: spaceHeads.sequence,
      lastMs: spaceHeads.lastMs,
      space: spaces,
      participants: sql<string>`(select coalesce(json_agg(json_build_object(${asJson(participants, 'p')}) order by p.position), '[]') from ${known})`,
      artifacts: sql<string>`(select coalesce(json_agg(json_build_object(${asJson(artifacts, 'a')}) order by a.position), '[]') from ${artifacts} a where a.space_id = ${id})`,
      invitations: sql<string>`(select coalesce(json_agg(json_build_object(${asJson(invitations, 'i')}) order by i.created_ms, i.invitation_id), '[]') from ${invitations} i where i.space_id = ${id})`,
    })
    .from(spaceHeads)
    .innerJoin(spaces, eq(spaces.spaceId, spaceHeads.spaceId))
    .where(eq(spaceHeads.spaceId, id))
    .prepare('space_load');

  const ended = db
    .select({ spaceId: spaces.spaceId })
    .from(spaces)
    .where(lte(spaces.endedAt, sql.placeholder('before')))
    .orderBy(asc(spaces.endedAt))
    .limit(sql.placeholder('limit'))
    .prepare('spaces_ended');

  return {
    async load(spaceId: string): Promise<LoadedSpace | undefined> {
      const [row] = await load.execute({ id: spaceId });
      if (!row) return undefined;
      const { rev, sequence, lastMs } = row;
      return {
        head: { spaceId, rev, sequence, lastMs },
        state: stateOf(row.space, JSON.parse(row.participants), JSON.parse(row.artifacts), JSON.parse(row.invitations)),
      };
    },

    endedBefore: (before: number, limit: number) => ended.execute({ before, limit }),

    /** Removes up to `limit` events of a space and, when none is left, everything else it had. */
    async purge(spaceId: string, limit: number): Promise<boolean> {
      const some = db.select({ sequence: events.sequence }).from(events).where(eq(events.spaceId, spaceId)).limit(limit);
      const removed = await db
        .delete(events)
        .where(and(eq(events.spaceId, spaceId), inArray(events.sequence, some)))
        .returning({ sequence: events.sequence });
      if (removed.length === limit) return false;
      // The row of the space goes last: until then an interrupted purge is found again.
      for (const table of [
        memberships,
        participants,
        invitations,
        artifacts,
        artifactContents,
        idempotencyRecords,
        spaceHeads,
        spaces,
      ]) {
        await db.delete(table).where(eq(table.spaceId, spaceId));
      }
      return true;
    },
  };
}

function stateOf(row: SpaceRow, people: ParticipantRow[], documents: ArtifactRow[], invited: InvitationRow[]): SpaceState {
  return {
    space: spaceOf(row),
    participants: new Map(people.map((person) => [person.participantId, participantOf(person)])),
    artifacts: new Map(documents.map((document) => [document.artifactId, artifactOf(document)])),
    invitations: new Map(invited.map((invitation) => [invitation.invitationId, invitationOf(invitation)])),
    holders: new Map([
      ...people.map(({ keyHash, participantId }): [string, string] => [keyHash, participantId]),
      ...invited.map(({ keyHash, invitationId }): [string, string] => [keyHash, invitationId]),
    ]),
  };
}
