import { emptyState, apply, entityNames, type EntityName, type SpaceState } from '@parley/core';
import { and, asc, eq, getTableColumns, lte, sql, type SQL } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { columnsOf } from './columns.ts';
import type { Querying } from './connection.ts';
import type { Portion } from './events.ts';
import type { Head } from './heads.ts';
import type { Tables } from './tables.ts';
import { spaceOf } from './spaces-table.ts';
import { table as spaces } from './spaces-table.ts';
import { returnsWithinMs } from './moves.ts';
import { moves, spaceHeads } from './schema.ts';
import { Statement } from './statement.ts';

export interface LoadedSpace {
  head: Head;
  state: SpaceState;
  /** The stored size of the space. */
  bytes: number;
}

/** As long as its file can be made again, and longer than clocks differ and than a command can take. */
const keptAfterMoveMs = returnsWithinMs + 3_600_000;

/** The rows of a table as JSON, by the property names of the schema, so that one statement reads all tables at one instant. */
function rowsOf(tables: Tables, name: EntityName, spaceId: SQL): SQL<string> {
  const { table, order, remembered } = tables.ofState(name);
  const columns = getTableColumns(table);
  const fields = Object.entries(columns).map(([property, { name }]) => `'${property}', r."${name}"`);
  const by = order.map((property) => `r."${columns[property]!.name}"`);
  const rows = remembered?.(spaceId) ?? sql`select * from ${table} where space_id = ${spaceId}`;
  return sql`(select coalesce(json_agg(json_build_object(${sql.raw(fields.join(', '))}) order by ${sql.raw(by.join(', '))}), '[]') from (${rows}) r)`;
}

export function spaceStore(db: PgRemoteDatabase, connection: Querying, tables: Tables) {
  const { many, few } = purgedIn(tables);
  const id = sql`${sql.placeholder('id')}`;
  const rows = Object.fromEntries(entityNames.map((name) => [name, rowsOf(tables, name, id)])) as Record<EntityName, SQL<string>>;
  const load = db
    .select({
      rev: spaceHeads.rev,
      sequence: spaceHeads.sequence,
      lastMs: spaceHeads.lastMs,
      bytes: spaceHeads.bytes,
      space: spaces,
      ...rows,
    })
    .from(spaceHeads)
    .innerJoin(spaces, eq(spaces.spaceId, spaceHeads.spaceId))
    .where(eq(spaceHeads.spaceId, id))
    .prepare('space_load');

  // The file of a space that has left can still be made again for some days, whatever the retention is.
  // Citus joins no table of spaces with a table that it has not distributed, so the query names no column of both.
  const leftLately = sql`(select ${moves.movedId} from ${moves} where ${moves.state} = 'left' and ${moves.at} > ${sql.placeholder('leftSince')}::bigint)`;
  const ended = db
    .select({ spaceId: spaces.spaceId })
    .from(spaces)
    .where(and(lte(spaces.endedAt, sql.placeholder('before')), sql`${spaces.spaceId} not in ${leftLately}`))
    .orderBy(asc(spaces.endedAt))
    .limit(sql.placeholder('limit'))
    .prepare('spaces_ended');

  return {
    async load(spaceId: string): Promise<LoadedSpace | undefined> {
      const [row] = await load.execute({ id: spaceId });
      if (!row) return undefined;
      const { rev, sequence, lastMs, bytes, space, ...json } = row;
      return { head: { spaceId, rev, sequence, lastMs }, state: stateOf(tables, space, json), bytes };
    },

    endedBefore: (before: number, limit: number, now: number) =>
      ended.execute({ before, limit, leftSince: now - keptAfterMoveMs }),

    /**
     * Deletes a portion of the events of an ended space and of its tables that can have many rows and, when none is left, everything
     * else of it; returns whether more is left to do. The purge locks the row of the space, and nothing is written to an ended space, so
     * one statement sees all of its events. The row is deleted last, so that an interrupted purge continues later.
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
      statement.part('logged', `delete from events e using held, portion p where e.space_id = ${id} and e.sequence = p.sequence`);
      const atOnce = many.map(({ name, key, most }) => {
        const rows = most === undefined ? limit : String(most);
        const isSame = key.map((column) => `r.${column} = p.${column}`).join(' and ');
        statement.part(
          `portion_${name}`,
          `delete from ${name} r using held, (select ${key.join(', ')} from ${name} where space_id = ${id} limit ${rows}) p
           where r.space_id = ${id} and ${isSame} returning 1`,
        );
        return { name, rows };
      });
      const isLast = atOnce.map(({ name, rows }) => `and (select count(*) from portion_${name}) < ${rows}`).join(' ');
      statement.part(
        'last',
        `select space_id from held where (select count(*) from portion) < ${limit} ${isLast}
        and (select count(*) from portion) = (select count(*) from oldest)`,
      );
      for (const table of few) statement.part(`purged_${table}`, `delete from ${table} t using last where t.space_id = ${id}`);
      const text = statement.text('select (select count(*) from held) > (select count(*) from last)');
      const [row] = await connection.query(text, statement.params);
      return row?.[0] === true;
    },
  };
}

/** The tables that are deleted in portions, with the columns that identify a row in its space, and all others except the events. */
function purgedIn({ all }: Tables) {
  const many = all
    .filter(({ isMany }) => isMany)
    .map(({ table, purgedAtOnce: most }) => {
      const { name, key } = columnsOf(table);
      return { name, key: key.filter((column) => column !== 'space_id'), most };
    });
  const few = all.filter(({ isMany }) => !isMany).map(({ table }) => columnsOf(table).name);
  return { many, few: [...few, 'idempotency_records', 'space_heads'] };
}

function stateOf(tables: Tables, row: typeof spaces.$inferSelect, json: Record<EntityName, string>): SpaceState {
  const found = entityNames.map((name) => [name, (JSON.parse(json[name]) as never[]).map(tables.ofState(name).fromRow)]);
  return apply(emptyState(spaceOf(row)), Object.fromEntries(found));
}
