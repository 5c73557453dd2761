import type { SpaceState } from '@parley/core';
import { rememberedGone } from '@parley/core';
import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Connection } from './connection.ts';
import type { Portion } from './events.ts';
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
import { artifacts, invitations, participants, spaceHeads, spaces } from './schema.ts';
import { Statement } from './statement.ts';

export interface LoadedSpace {
  head: Head;
  state: SpaceState;
  /** What is stored of it. */
  bytes: number;
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

export function spaceStore(db: PgRemoteDatabase, connection: Connection) {
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
      bytes: spaceHeads.bytes,
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
      const { rev, sequence, lastMs, bytes } = row;
      return {
        head: { spaceId, rev, sequence, lastMs },
        state: stateOf(row.space, JSON.parse(row.participants), JSON.parse(row.artifacts), JSON.parse(row.invitations)),
        bytes,
      };
    },

    endedBefore: (before: number, limit: number) => ended.execute({ before, limit }),

    /**
     * Removes a portion of the events of a space that ended and, when none is left, everything else it had; answers whether more is
     * left to do. Whoever purges holds the row of the space, and nothing is written to a space that ended: so the events that
     * one statement sees are all there are. The row goes last, so an interrupted purge is found again.
     */
    async purge(spaceId: string, portion: Portion): Promise<boolean> {
      const statement = new Statement();
      const id = `${statement.bind(spaceId)}::uuid`;
      const limit = `${statement.bind(portion.events)}::int`;
      statement.part(
        'held',
        `select space_id from spaces where space_id = ${id} and ended_ms is not null for update skip locked`,
      );
      statement.part(
        'oldest',
        `select sequence, octet_length(body) as bytes from events where space_id = ${id} order by sequence limit ${limit}`,
      );
      statement.part('counted', 'select sequence, sum(bytes) over (order by sequence) - bytes as before from oldest');
      statement.part('portion', `select sequence from counted where before < ${statement.bind(portion.bytes)}::bigint`);
      statement.part(
        'logged',
        `delete from events e using held, portion p where e.space_id = held.space_id and e.sequence = p.sequence`,
      );
      statement.part(
        'last',
        `select space_id from held where (select count(*) from portion) < ${limit}
        and (select count(*) from portion) = (select count(*) from oldest)`,
      );
      for (const table of tables)
        statement.part(`purged_${table}`, `delete from ${table} t using last where t.space_id = last.space_id`);
      const text = statement.text('select (select count(*) from held) > (select count(*) from last)');
      const [row] = await connection.query(text, statement.params);
      return row?.[0] === true;
    },
  };
}

/** All that a space has besides its events. */
const tables = [
  'memberships',
  'participants',
  'invitations',
  'artifacts',
  'artifact_contents',
  'idempotency_records',
  'space_heads',
  'spaces',
];

function stateOf(row: SpaceRow, people: ParticipantRow[], documents: ArtifactRow[], invited: InvitationRow[]): SpaceState {
  return {
    space: spaceOf(row),
    participants: new Map(people.map((person) => [person.participantId, participantOf(person)])),
    artifacts: new Map(documents.map((document) => [document.artifactId, artifactOf(document)])),
    // A process of before invitations had terms stores none: such an invitation is as old as its space.
    invitations: new Map(
      invited.map((each) => [each.invitationId, invitationOf({ ...each, createdAt: each.createdAt || row.createdAt })]),
    ),
    holders: new Map([
      ...people.map(({ keyHash, participantId }): [string, string] => [keyHash, participantId]),
      ...invited.map(({ keyHash, invitationId }): [string, string] => [keyHash, invitationId]),
    ]),
  };
}
