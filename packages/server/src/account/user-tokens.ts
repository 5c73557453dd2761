import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Connection } from '../engine/store/connection.ts';
import { keepOnce, type IdempotencyRecord } from '../engine/store/idempotency.ts';
import { userTokens, users } from '../engine/store/schema.ts';
import { before, newestFirst, type Newest } from '../engine/store/newest.ts';
import { columnNames, Statement } from '../engine/store/statement.ts';

export type UserToken = typeof userTokens.$inferSelect;
type NewToken = Omit<UserToken, 'lastUsedAt' | 'revokedAt'>;

/** How far `lastUsedAt` can lag behind, so that a busy token does not rewrite its row all the time. */
const lastUsedEveryMs = 60_000;

const newColumns = 'user_id uuid, token_id uuid, name text, prefix text, token_hash text, created_ms bigint';

/** Limit per user. */
export const maxWorkingTokens = 1_000;

/** Each write is one statement with its idempotency record; it returns false if the record already existed. */
export function userTokenStore(db: PgRemoteDatabase, connection: Connection) {
  const byHash = db
    .select(getTableColumns(userTokens))
    .from(userTokens)
    .innerJoin(users, eq(users.userId, userTokens.userId))
    .where(and(eq(userTokens.tokenHash, sql.placeholder('hash')), isNull(userTokens.revokedAt), isNull(users.disabledAt)))
    .prepare('token_by_hash');

  async function counts(statement: Statement, ...names: string[]): Promise<number[]> {
    const list = names.map((name) => `(select count(*)::int from ${name})`).join(', ');
    const [row] = await connection.query(statement.text(`select ${list}`), statement.params);
    return row as number[];
  }

  return {
    /** A valid token of a user who is not disabled, by the SHA-256 of its secret. Read at each use, so that revoking takes effect immediately. */
    async byHash(hash: string): Promise<UserToken | undefined> {
      const [row] = await byHash.execute({ hash });
      return row;
    },

    async used({ userId, tokenId, lastUsedAt }: UserToken, now: number): Promise<void> {
      if (lastUsedAt !== null && now - lastUsedAt < lastUsedEveryMs) return;
      await db
        .update(userTokens)
        .set({ lastUsedAt: now })
        .where(and(eq(userTokens.userId, userId), eq(userTokens.tokenId, tokenId)));
    },

    /** Newest first. */
    of: (userId: string, { state, ...page }: Newest & { state: 'all' | 'working' }): Promise<UserToken[]> =>
      db
        .select()
        .from(userTokens)
        .where(
          and(
            eq(userTokens.userId, userId),
            before(userTokens.createdAt, page),
            state === 'working' ? isNull(userTokens.revokedAt) : undefined,
          ),
        )
        .orderBy(newestFirst(userTokens.createdAt, page)),

    /** Returns undefined if the user has reached the limit. */
    async add(token: NewToken, record: IdempotencyRecord | undefined): Promise<boolean | undefined> {
      const statement = new Statement();
      const owner = `${statement.bind(token.userId)}::uuid`;
      statement.part(
        'room',
        `select 1 where (select count(*) from user_tokens where user_id = ${owner} and revoked_ms is null) < ${maxWorkingTokens}`,
      );
      const once = keepOnce(statement, token.userId, record, 'where exists (select from room)');
      const row = {
        user_id: token.userId,
        token_id: token.tokenId,
        name: token.name,
        prefix: token.prefix,
        token_hash: token.tokenHash,
        created_ms: token.createdAt,
      };
      statement.part(
        'added',
        `insert into user_tokens (${columnNames(newColumns)})
         select t.* from ${statement.records('t', newColumns, [row])} where exists (select from room) ${once && `and ${once}`}
         returning 1`,
      );
      const [room, added] = await counts(statement, 'room', 'added');
      return room === 0 ? undefined : added === 1;
    },

    async revokeAll(userId: string, now: number, record: IdempotencyRecord | undefined): Promise<boolean> {
      const statement = new Statement();
      const once = keepOnce(statement, userId, record);
      const [owner, at] = [`${statement.bind(userId)}::uuid`, `${statement.bind(now)}::bigint`];
      statement.part(
        'revoked',
        `update user_tokens set revoked_ms = ${at} where user_id = ${owner} and revoked_ms is null ${once && `and ${once}`} returning 1`,
      );
      const [kept] = await counts(statement, record ? 'kept' : 'revoked');
      return !record || kept === 1;
    },

    /** Returns undefined if the user has no such token. */
    async revoke(
      userId: string,
      tokenId: string,
      now: number,
      record: IdempotencyRecord | undefined,
    ): Promise<boolean | undefined> {
      const statement = new Statement();
      const own = `user_id = ${statement.bind(userId)}::uuid and token_id = ${statement.bind(tokenId)}::uuid`;
      statement.part('own', `select token_id from user_tokens where ${own}`);
      const once = keepOnce(statement, userId, record, 'where exists (select from own)');
      const at = `${statement.bind(now)}::bigint`;
      statement.part(
        'revoked',
        `update user_tokens set revoked_ms = coalesce(revoked_ms, ${at}) where ${own} ${once && `and ${once}`} returning 1`,
      );
      const [owned, revoked] = await counts(statement, 'own', 'revoked');
      return owned === 0 ? undefined : revoked === 1;
    },
  };
}
