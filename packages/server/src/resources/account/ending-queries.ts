import type { Instant } from '@parley/core';
import type { Removal } from '../../account/directory.ts';
import type { Querying, Row } from '../../engine/store/connection.ts';

/** A user whose spaces must be ended for it: it was disabled, or removed. */
export interface EndingUser {
  readonly userId: string;
  /** Identifies the occasion: it can be enabled, and disabled again. */
  readonly disabledAt: Instant;
  readonly removal: Removal | undefined;
}

/** Before all ids. */
export const none = '00000000-0000-0000-0000-000000000000';

export interface EndingMembership {
  readonly spaceId: string;
  readonly participantId: string;
}

export function endingStore(database: Querying) {
  const of = ({ userId, disabledAt, removal }: EndingUser) => [userId, removal !== undefined, disabledAt];
  const remaining = 'user_id = $1::uuid and ($2::boolean or ended_for_ms is distinct from $3::bigint)';

  return {
    /** Those for whom something remains to be done, and those who were disabled since then: a join can still have been on its way. */
    async users(since: Instant): Promise<EndingUser[]> {
      const rows = await database.query(
        'select user_id, disabled_ms, removal from users where disabled_ms is not null and (is_ending or disabled_ms > $1::bigint)',
        [since],
      );
      return rows.map(([userId, disabledAt, removal]: Row) => ({
        userId: String(userId),
        disabledAt: Number(disabledAt),
        removal: removal === null ? undefined : (removal as Removal),
      }));
    },

    /** Some memberships that are not ended yet, after the last of those before. */
    async memberships(user: EndingUser, limit: number, after?: EndingMembership): Promise<EndingMembership[]> {
      const rows = await database.query(
        `select space_id, participant_id from memberships where ${remaining} and (space_id, participant_id) > ($4::uuid, $5::uuid)
         order by space_id, participant_id limit $6::int`,
        [...of(user), after?.spaceId ?? none, after?.participantId ?? none, limit],
      );
      return rows.map(([spaceId, participantId]) => ({ spaceId: String(spaceId), participantId: String(participantId) }));
    },

    /** The key of the participant was replaced. */
    async ended(user: EndingUser, { spaceId, participantId }: EndingMembership): Promise<void> {
      await database.query(
        'update memberships set ended_for_ms = $4::bigint where space_id = $1::uuid and user_id = $2::uuid and participant_id = $3::uuid',
        [spaceId, user.userId, participantId, user.disabledAt],
      );
    },

    /** Nothing says any more which person the participant was. */
    async unlink({ userId }: EndingUser, { spaceId, participantId }: EndingMembership): Promise<void> {
      await database.query(
        'delete from memberships where space_id = $1::uuid and user_id = $2::uuid and participant_id = $3::uuid',
        [spaceId, userId, participantId],
      );
    },

    /** Some messages of a participant after a place of the log that still have their texts, oldest first. */
    async messages(
      spaceId: string,
      participantId: string,
      after: number,
      limit: number,
    ): Promise<{ sequence: number; body: string }[]> {
      const rows = await database.query(
        `select sequence, body from events where space_id = $1::uuid and event = 'message' and strpos(body, $2::text) > 0
         and strpos(body, '"redacted":{') = 0 and sequence > $3::bigint order by sequence limit $4::int`,
        [spaceId, `"senderId":"${participantId}"`, after, limit],
      );
      return rows.map(([sequence, body]) => ({ sequence: Number(sequence), body: String(body) }));
    },

    /** Nothing remains to be done, unless it was disabled again meanwhile. */
    async settle(user: EndingUser): Promise<void> {
      const { userId, disabledAt } = user;
      const left = await database.query(`select 1 from memberships where ${remaining} limit 1`, of(user));
      if (left.length > 0) return;
      await database.query('update users set is_ending = false where user_id = $1::uuid and disabled_ms = $2::bigint', [
        userId,
        disabledAt,
      ]);
    },
  };
}
