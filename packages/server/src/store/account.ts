import type { Connection } from './connection.ts';
import type { IdempotencyRecord } from './idempotency.ts';
import { Statement } from './statement.ts';
import type { UserToken } from './users.ts';

type Kept = IdempotencyRecord | undefined;
type NewToken = Omit<UserToken, 'lastUsedAt' | 'revokedAt'>;

/** Writes of users, each one statement with its idempotency record. They answer false when the record was there before. */
export function accountStore(connection: Connection) {
  async function counts(statement: Statement, ...names: string[]): Promise<number[]> {
    const list = names.map((name) => `(select count(*)::int from ${name})`).join(', ');
    const [row] = await connection.query(statement.text(`select ${list}`), statement.params);
    return row as number[];
  }

  return {
    async addToken(token: NewToken, record: Kept): Promise<boolean> {
      const statement = new Statement();
      const once = keep(statement, token.userId, record, '');
      const columns =
        'user_id uuid, token_id uuid, name text, prefix text, token_hash text, created_ms bigint, last_used_ms bigint, revoked_ms bigint';
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
        `insert into user_tokens select t.* from ${statement.records('t', columns, [row])} ${once && `where ${once}`} returning 1`,
      );
      const [added] = await counts(statement, 'added');
      return added === 1;
    },

    /** Undefined when the user has no such token. */
    async revokeToken(userId: string, tokenId: string, now: number, record: Kept): Promise<boolean | undefined> {
      const statement = new Statement();
      const own = `user_id = ${statement.bind(userId)}::uuid and token_id = ${statement.bind(tokenId)}::uuid`;
      statement.part('own', `select token_id from user_tokens where ${own}`);
      const once = keep(statement, userId, record, 'where exists (select from own)');
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

/** Keeps the record; answers the condition that this was the first time. */
function keep(statement: Statement, userId: string, record: Kept, condition: string): string {
  if (!record) return '';
  const columns = 'space_id uuid, scope text, digest text, status int, sealed text, expires_ms bigint';
  const { scope, digest, status, sealed, expiresAt } = record;
  // A user's records lie where a space's would: under the id of whom they belong to.
  const row = { space_id: userId, scope, digest, status, sealed, expires_ms: expiresAt };
  statement.part(
    'kept',
    `insert into idempotency_records (space_id, scope, digest, status, sealed, expires_ms)
     select r.* from ${statement.records('r', columns, [row])} ${condition} on conflict do nothing returning 1`,
  );
  return 'exists (select from kept)';
}
