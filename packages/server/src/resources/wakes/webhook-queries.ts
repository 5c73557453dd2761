import { and, eq, gt } from 'drizzle-orm';
import type { Param } from '../../engine/store/connection.ts';
import type { Database } from '../../engine/store/database.ts';
import { arrayLiteral } from '../../engine/store/literal.ts';
import { table as webhooks, type Webhook } from './webhooks-table.ts';

type WebhookKey = Pick<Webhook, 'spaceId' | 'webhookId'>;

/** A webhook that this process serves until its lease expires. */
type Leased = WebhookKey & Pick<Webhook, 'dueAt'>;

/** What is asked for again replaces this. */
export type NewWebhook = Omit<Webhook, 'tries' | 'dueAt' | 'deliveredAt' | 'failingSince' | 'lastError'>;

export interface WebhookLimits {
  perParticipant: number;
  perSpace: number;
}

export interface WebhookClaim {
  now: number;
  leaseUntil: number;
  isQuick: boolean;
  /** The spaces of which enough webhooks are served. */
  busy: readonly string[];
  limit: number;
}

const columns = `space_id, webhook_id, participant_id, token_hash, key_hash, name, about, url, secrets, cursor, created_ms, expires_ms, is_quick`;

/** Bounds the work of a claim, however many are due. */
const seenPerClaim = 1_000;

/** Webhooks that have expired count no more, even before they are deleted. */
export function webhookStore({ reads: db, querying, background }: Pick<Database, 'reads' | 'querying' | 'background'>) {
  const byId = (spaceId: string, webhookId: string) => and(eq(webhooks.spaceId, spaceId), eq(webhooks.webhookId, webhookId));
  const held = 'space_id = $1::uuid and webhook_id = $2 and due_ms = $3::bigint';
  const countOf = (whom: string) =>
    `(select count(*) from webhooks w where w.space_id = h.space_id and w.webhook_id <> $2 and w.expires_ms > $14::bigint ${whom})`;
  const changes = async (text: string, params: readonly Param[]): Promise<boolean> =>
    (await background.query(`${text} returning 1`, params)).length > 0;

  return {
    async find(spaceId: string, webhookId: string, now: number): Promise<Webhook | undefined> {
      const [row] = await db
        .select()
        .from(webhooks)
        .where(and(byId(spaceId, webhookId), gt(webhooks.expiresAt, now)));
      return row;
    },

    /** The receiver at a URL, if it has agreed to what a participant subscribes to. */
    async receiver(
      spaceId: string,
      participantId: string,
      url: string,
      now: number,
    ): Promise<Pick<Webhook, 'isQuick'> | undefined> {
      const [row] = await querying.query(
        `select is_quick from webhooks where space_id = $1::uuid and participant_id = $2::uuid and url = $3 and expires_ms > $4::bigint
         order by created_ms, webhook_id limit 1`,
        [spaceId, participantId, url, now],
      );
      return row && { isQuick: row[0] === true };
    },

    /** How many a participant and its space have besides one. */
    async others({ spaceId, webhookId }: WebhookKey, participantId: string, now: number): Promise<{ own: number; all: number }> {
      const [row] = await querying.query(
        `select count(*) filter (where participant_id = $3::uuid)::int, count(*)::int from webhooks
         where space_id = $1::uuid and webhook_id <> $2 and expires_ms > $4::bigint`,
        [spaceId, webhookId, participantId, now],
      );
      return { own: Number(row?.[0]), all: Number(row?.[1]) };
    },

    /**
     * Adds it, or renews it: it continues where it is, and is tried again soon if it failed. Only for an open space: the row of an ended one
     * would outlive its purge. Two that are added at the same moment are not counted against each other. Undefined if there is no room.
     */
    async put(webhook: NewWebhook, now: number, limits: WebhookLimits): Promise<number | undefined> {
      const [row] = await querying.query(
        `insert into webhooks (${columns}, tries, due_ms)
         select h.space_id, $2::text, $3::uuid, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::bigint, $11::bigint,
           $12::bigint, $13::boolean, 0, $14::bigint
         from space_heads h where h.space_id = $1::uuid and not h.closed and h.expires_ms > $14::bigint
         and ${countOf('and w.participant_id = $3::uuid')} < $15::int and ${countOf('')} < $16::int
         on conflict (space_id, webhook_id) do update set token_hash = excluded.token_hash, key_hash = excluded.key_hash,
           secrets = excluded.secrets, expires_ms = excluded.expires_ms,
           cursor = case when webhooks.expires_ms > $14::bigint then webhooks.cursor else excluded.cursor end,
           due_ms = case when webhooks.failing_since_ms is null then webhooks.due_ms else excluded.due_ms end,
           tries = 0, failing_since_ms = null
         returning cursor`,
        [
          ...[webhook.spaceId, webhook.webhookId, webhook.participantId, webhook.tokenHash, webhook.keyHash, webhook.name],
          ...[webhook.about, webhook.url, webhook.secrets, webhook.cursor, webhook.createdAt, webhook.expiresAt, webhook.isQuick],
          ...[now, limits.perParticipant, limits.perSpace],
        ],
      );
      return row && Number(row[0]);
    },

    /** Deletes one that ended, unless it was asked for again with another key or token. */
    forget: ({ spaceId, webhookId, keyHash, tokenHash }: WebhookKey & Pick<Webhook, 'keyHash' | 'tokenHash'>): Promise<boolean> =>
      changes(
        `delete from webhooks where space_id = $1::uuid and webhook_id = $2 and key_hash = $3 and token_hash is not distinct from $4`,
        [spaceId, webhookId, keyHash, tokenHash],
      ),

    /** Returns false if there is none. */
    remove: ({ spaceId, webhookId }: WebhookKey): Promise<boolean> =>
      changes('delete from webhooks where space_id = $1::uuid and webhook_id = $2', [spaceId, webhookId]),

    /**
     * Leases at most one webhook per space, of those whose space has events after their cursor, those that are due longest first. Of two
     * processes that find the same one, the second sees that its due time has changed, and does not get it.
     */
    async claim({ now, leaseUntil, isQuick, busy, limit }: WebhookClaim): Promise<Webhook[]> {
      const found = await background.query(
        `select * from (select distinct on (space_id) space_id, webhook_id, due_ms
         from (select w.space_id, w.webhook_id, w.due_ms from webhooks w join space_heads h on h.space_id = w.space_id
           where w.due_ms <= $1::bigint and w.is_quick = $4::boolean and w.expires_ms > $1::bigint and w.cursor < h.sequence
           and w.space_id <> all($2::uuid[])
           and not exists (select 1 from spaces p where p.space_id = w.space_id and p.paused_ms is not null)
           order by w.due_ms limit ${seenPerClaim}) first
         order by space_id, due_ms, webhook_id) oldest order by due_ms limit $3::int`,
        [now, arrayLiteral(busy), limit, isQuick],
      );
      const claims = found.map(async ([spaceId, webhookId, dueAt]) => {
        const isMine = await changes(`update webhooks set due_ms = $4::bigint where ${held}`, [
          ...[spaceId!, webhookId!, dueAt!, leaseUntil],
        ]);
        if (!isMine) return [];
        return db
          .select()
          .from(webhooks)
          .where(byId(String(spaceId), String(webhookId)));
      });
      return (await Promise.all(claims)).flat();
    },

    /** Everything up to a sequence is told; false if the lease was lost. */
    advance: ({ spaceId, webhookId, dueAt }: Leased, { cursor, until }: { cursor: number; until: number }): Promise<boolean> =>
      changes(`update webhooks set cursor = $4::bigint, tries = 0, due_ms = $5::bigint where ${held}`, [
        ...[spaceId, webhookId, dueAt, cursor, until],
      ]),

    /** Its receiver accepted the event at a sequence; returns it as it is now, or undefined if the lease was lost. */
    async accepted(
      { spaceId, webhookId, dueAt: held }: Leased,
      { cursor, dueAt, now, isQuick }: { cursor: number; dueAt: number; now: number; isQuick: boolean },
    ): Promise<Webhook | undefined> {
      const changed = { cursor, dueAt, deliveredAt: now, isQuick, tries: 0, failingSince: null, lastError: null };
      const [row] = await db
        .update(webhooks)
        .set(changed)
        .where(and(byId(spaceId, webhookId), eq(webhooks.dueAt, held)))
        .returning();
      return row;
    },

    /** A request failed: it rests as long as it has been failing, within the given bounds. */
    failed: (
      { spaceId, webhookId, dueAt }: Leased,
      { now, lastError, rest }: { now: number; lastError: string; rest: { least: number; most: number } },
    ): Promise<boolean> =>
      changes(
        `update webhooks set tries = tries + 1, last_error = $5, is_quick = false,
         failing_since_ms = coalesce(failing_since_ms, $4::bigint),
         due_ms = $4::bigint + least(greatest($4::bigint - coalesce(failing_since_ms, $4::bigint), $6::bigint), $7::bigint) where ${held}`,
        [spaceId, webhookId, dueAt, now, lastError, rest.least, rest.most],
      ),

    /** Gives it back: it is due again at an instant. */
    release: ({ spaceId, webhookId, dueAt }: Leased, at: number): Promise<boolean> =>
      changes(`update webhooks set due_ms = $4::bigint where ${held}`, [spaceId, webhookId, dueAt, at]),

    /** Deletes up to `limit` that have expired; returns how many. */
    async removeExpired(now: number, limit: number): Promise<number> {
      const rows = await background.query(
        `delete from webhooks w using (select space_id, webhook_id from webhooks where expires_ms <= $1::bigint limit $2::int) due
         where w.space_id = due.space_id and w.webhook_id = due.webhook_id returning 1`,
        [now, limit],
      );
      return rows.length;
    },

    /** The user tokens by which webhooks were asked for, after one, in order. */
    async tokens(after: string, limit: number): Promise<string[]> {
      const rows = await background.query(
        'select distinct token_hash from webhooks where token_hash > $1 order by token_hash limit $2::int',
        [after, limit],
      );
      return rows.map(([hash]) => String(hash));
    },

    /** Those that a user token asked for. */
    async ofToken(tokenHash: string): Promise<Webhook[]> {
      return db.select().from(webhooks).where(eq(webhooks.tokenHash, tokenHash));
    },
  };
}

export type WebhookStore = ReturnType<typeof webhookStore>;
