import { and, eq, inArray } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Connection, Row } from './connection.ts';
import { idempotencyRecords as records } from './schema.ts';
import { columnNames, Statement } from './statement.ts';

export type IdempotencyRecord = Omit<typeof records.$inferSelect, 'spaceId'>;

export const recordColumns = 'space_id uuid, scope text, digest text, status int, sealed text, expires_ms bigint';

/** In the order of `recordColumns`. The records of a user are stored like those of a space, under the id of the user. */
export const recordRow = (ownerId: string, { scope, digest, status, sealed, expiresAt }: IdempotencyRecord) => [
  ownerId,
  scope,
  digest,
  status,
  sealed,
  expiresAt,
];

/** Stores the record of a user's write; returns the SQL condition that it is the first try. */
export function keepOnce(statement: Statement, userId: string, record: IdempotencyRecord | undefined, condition = ''): string {
  if (!record) return '';
  statement.part(
    'kept',
    `insert into idempotency_records (${columnNames(recordColumns)})
     select r.* from ${statement.rows('r', recordColumns, [recordRow(userId, record)])} ${condition}
     on conflict do nothing returning 1`,
  );
  return 'exists (select from kept)';
}

export function idempotencyStore(db: PgRemoteDatabase, connection: Connection, isDistributed = false) {
  const columns = {
    scope: records.scope,
    digest: records.digest,
    status: records.status,
    sealed: records.sealed,
    expiresAt: records.expiresAt,
  };

  return {
    find: (spaceId: string, scopes: string[]): Promise<IdempotencyRecord[]> =>
      db
        .select(columns)
        .from(records)
        .where(and(eq(records.spaceId, spaceId), inArray(records.scope, scopes))),

    /** Deletes up to `limit` expired records and frees their bytes in their spaces; returns how many. */
    async removeExpired(now: number, limit: number): Promise<number> {
      const due = (until: string, most: string) =>
        `select space_id, scope from idempotency_records where expires_ms <= ${until}::bigint order by expires_ms limit ${most}::int`;
      if (!isDistributed) {
        const statement = new Statement();
        return remove(connection, statement, due(statement.bind(now), statement.bind(limit)));
      }
      let removed = 0;
      for (const [spaceId, scopes] of bySpace(await connection.query(due('$1', '$2'), [now, limit]))) {
        const statement = new Statement(spaceId);
        const bound = statement.rows(
          'due',
          'space_id uuid, scope text',
          scopes.map((scope) => [spaceId, scope]),
        );
        removed += await remove(connection, statement, `select * from ${bound}`);
      }
      return removed;
    },
  };
}

/** Deletes the records that `due` selects. */
async function remove(connection: Connection, statement: Statement, due: string): Promise<number> {
  statement.part('due', due);
  statement.part(
    'removed',
    `delete from idempotency_records r using due where r.space_id = ${statement.spaceOf('due')} and r.scope = due.scope
     returning r.space_id, octet_length(r.sealed) as bytes`,
  );
  statement.part('freed', 'select space_id, sum(bytes)::bigint as bytes from removed group by space_id');
  // In the order of the ids, like the fence.
  statement.part(
    'heads',
    `select space_id from (select h.space_id from space_heads h join freed on h.space_id = ${statement.spaceOf('freed')}
     order by h.space_id for update of h) locked`,
  );
  statement.part(
    'returned',
    `update space_heads h set bytes = greatest(h.bytes - freed.bytes, 0) from heads join freed on freed.space_id = heads.space_id
     where h.space_id = ${statement.spaceOf('heads')}`,
  );
  const [row] = await connection.query(statement.text('select count(*)::int from removed'), statement.params);
  return Number(row?.[0]);
}

function bySpace(rows: readonly Row[]): Map<string, string[]> {
  const spaces = new Map<string, string[]>();
  for (const [spaceId, scope] of rows as [string, string][]) {
    const scopes = spaces.get(spaceId);
    if (scopes) scopes.push(scope);
    else spaces.set(spaceId, [scope]);
  }
  return spaces;
}
