import { eq, inArray, lte } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Connection } from '../../engine/store/connection.ts';
import { keepOnce, type IdempotencyRecord } from '../../engine/store/idempotency.ts';
import { linkRequests } from '../../engine/store/schema.ts';
import { Statement } from '../../engine/store/statement.ts';
import type { UserToken } from '../../account/user-tokens.ts';

type LinkRow = typeof linkRequests.$inferSelect;

const linkOf = ({ userId, polledAt, ...row }: LinkRow) => ({
  ...row,
  userId: userId ?? undefined,
  polledAt: polledAt ?? undefined,
});

/** A link request as stored; the rules decide its next state. */
export type StoredLink = ReturnType<typeof linkOf>;
type NewLink = Omit<LinkRow, 'status' | 'userId' | 'polledAt'>;

/** What to store together with a change of a link request. */
type Beside = {
  /** The token that the change hands out. */
  token?: Pick<UserToken, 'tokenId' | 'prefix' | 'tokenHash' | 'createdAt'> | undefined;
  record?: IdempotencyRecord | undefined;
};

export function linkStore(db: PgRemoteDatabase, connection: Connection) {
  return {
    async add(request: NewLink): Promise<void> {
      await db.insert(linkRequests).values({ ...request, status: 'pending' });
    },

    async byCode(userCode: string): Promise<StoredLink | undefined> {
      const [row] = await db.select().from(linkRequests).where(eq(linkRequests.userCode, userCode));
      return row && linkOf(row);
    },

    async byDevice(deviceHash: string): Promise<StoredLink | undefined> {
      const [row] = await db.select().from(linkRequests).where(eq(linkRequests.deviceHash, deviceHash));
      return row && linkOf(row);
    },

    /** The requests that a user decided and that are not deleted yet. */
    async decidedBy(userId: string): Promise<StoredLink[]> {
      return (await db.select().from(linkRequests).where(eq(linkRequests.userId, userId))).map(linkOf);
    },

    /**
     * Stores the next state of a request, with its token and record, in one statement. Returns undefined if the request has changed
     * since it was read: then the rules must decide again. Returns false if the record already existed.
     */
    async replace(before: StoredLink, after: StoredLink, { token, record }: Beside = {}): Promise<boolean | undefined> {
      const statement = new Statement();
      const bind = (value: string | number | undefined, type: string) => `${statement.bind(value ?? null)}::${type}`;
      const user = bind(after.userId, 'uuid');
      statement.part(
        'present',
        `select device_hash from link_requests where device_hash = ${bind(before.deviceHash, 'text')}
         and status = ${bind(before.status, 'text')} and polled_ms is not distinct from ${bind(before.polledAt, 'bigint')} for update`,
      );
      const once = keepOnce(statement, after.userId ?? '', record, 'where exists (select from present)');
      statement.part(
        'replaced',
        `update link_requests l set status = ${bind(after.status, 'text')}, user_id = ${user}, polled_ms = ${bind(after.polledAt, 'bigint')}
         from present where l.device_hash = present.device_hash ${once && `and ${once}`} returning 1`,
      );
      if (token) {
        const values = [
          user,
          bind(token.tokenId, 'uuid'),
          bind(after.agentName, 'text'),
          bind(token.prefix, 'text'),
          bind(token.tokenHash, 'text'),
          bind(token.createdAt, 'bigint'),
        ];
        statement.part(
          'minted',
          `insert into user_tokens (user_id, token_id, name, prefix, token_hash, created_ms)
           select ${values.join(', ')} from replaced`,
        );
      }
      const counts = '(select count(*)::int from present), (select count(*)::int from replaced)';
      const [row] = await connection.query(statement.text(`select ${counts}`), statement.params);
      const [present, replaced] = row as [number, number];
      return present === 0 ? undefined : replaced === 1;
    },

    /** Deletes up to `limit` requests that ended long ago; returns how many. */
    async removeExpired(before: number, limit: number): Promise<number> {
      const due = db
        .select({ deviceHash: linkRequests.deviceHash })
        .from(linkRequests)
        .where(lte(linkRequests.expiresAt, before))
        .limit(limit);
      const removed = await db
        .delete(linkRequests)
        .where(inArray(linkRequests.deviceHash, due))
        .returning({ deviceHash: linkRequests.deviceHash });
      return removed.length;
    },
  };
}
