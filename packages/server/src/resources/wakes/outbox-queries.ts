import type { Connection, Param, Row } from '../../engine/store/connection.ts';
import { arrayLiteral } from '../../engine/store/literal.ts';

/** A signal that this process may send until its lease expires. */
export interface Claimed {
  readonly spaceId: string;
  readonly signalId: string;
  readonly addressId: string;
  readonly isTrial: boolean;
  /** When it was claimed, its receiver had accepted the last request soon. */
  readonly isQuick: boolean;
  readonly body: string;
  readonly sequence: number | undefined;
  readonly createdAt: number;
  /** How often it was tried before. */
  readonly tries: number;
  readonly leaseUntil: number;
}

export interface Claim {
  now: number;
  leaseUntil: number;
  isTrial: boolean;
  isQuick: boolean;
  /** The spaces and addresses to which nothing more can be sent now. */
  busy: { spaces: readonly string[]; addresses: readonly string[] };
  limit: number;
}

/** Bounds the work of a claim, however long the backlog is. */
const seenPerClaim = 1_000;

type SignalAddress = Pick<Claimed, 'spaceId' | 'addressId'>;

const next = `select * from (select distinct on (space_id) space_id, signal_id, due_ms
  from (select space_id, signal_id, due_ms from signals
  where is_trial = $1::boolean and is_quick = $2::boolean and due_ms <= $3::bigint
  and space_id <> all($4::uuid[]) and address_id <> all($5::uuid[])
  and not exists (select 1 from spaces p where p.space_id = signals.space_id and p.paused_ms is not null)
  order by due_ms limit ${seenPerClaim}) first
  order by space_id, due_ms, signal_id) oldest order by due_ms limit $6::int`;
const claimed = 'returning s.space_id, s.signal_id, s.address_id, s.body, s.sequence, s.created_ms, s.tries';

/**
 * Signals across all spaces: like the expiry of spaces, they are found by when they are due. A distributed database then needs one statement
 * per space to claim them.
 */
export function outboxStore(connection: Connection, isDistributed = false) {
  const claimAll = (params: Param[], leaseUntil: number): Promise<Row[]> =>
    connection.query(
      `with next as (${next}) update signals s set due_ms = $7::bigint from next
       where s.space_id = next.space_id and s.signal_id = next.signal_id and s.due_ms = next.due_ms ${claimed}`,
      [...params, leaseUntil],
    );

  async function claimEach(found: Row[], leaseUntil: number): Promise<Row[]> {
    const claims = found.map((row) =>
      connection.query(
        `update signals s set due_ms = $4::bigint
         where s.space_id = $1::uuid and s.signal_id = $2::uuid and s.due_ms = $3::bigint ${claimed}`,
        [...row, leaseUntil],
      ),
    );
    return (await Promise.all(claims)).flat();
  }

  /** Returns how many rows changed. */
  const count = async (text: string, params: (string | number | boolean)[]): Promise<number> => {
    const [row] = await connection.query(`with changed as (${text} returning 1) select count(*)::int from changed`, params);
    return Number(row?.[0]);
  };

  return {
    /**
     * Claims at most one due signal per space, oldest first, of those that are due first: a space with a long backlog is busy soon, and
     * is then passed over. Of two processes that find the same one, the second sees that its due time has changed, and does not get it.
     */
    async claim({ now, leaseUntil, isTrial, isQuick, busy, limit }: Claim): Promise<Claimed[]> {
      const params = [isTrial, isQuick, now, arrayLiteral(busy.spaces), arrayLiteral(busy.addresses), limit];
      const claimed = isDistributed ? claimEach(await connection.query(next, params), leaseUntil) : claimAll(params, leaseUntil);
      const rows = await claimed;
      return rows.map(([spaceId, signalId, addressId, body, sequence, createdAt, tries]) => ({
        ...({ spaceId, signalId, addressId, body, tries } as Claimed),
        isTrial,
        isQuick,
        sequence: (sequence as number | null) ?? undefined,
        createdAt: Number(createdAt),
        leaseUntil,
      }));
    },

    /** Whether nothing may be sent for a space now. */
    async isPaused(spaceId: string): Promise<boolean> {
      const rows = await connection.query('select 1 from spaces where space_id = $1::uuid and paused_ms is not null', [spaceId]);
      return rows.length > 0;
    },

    remove: ({ spaceId, signalId }: Claimed) =>
      count('delete from signals where space_id = $1::uuid and signal_id = $2::uuid', [spaceId, signalId]),

    removeAll: ({ spaceId, addressId }: SignalAddress) =>
      count('delete from signals where space_id = $1::uuid and address_id = $2::uuid', [spaceId, addressId]),

    /** Gives a signal back, unless its lease has expired and it was claimed again. */
    postpone: ({ spaceId, signalId, leaseUntil }: Claimed, tries: number, dueAt: number, isQuick: boolean) =>
      count(
        `update signals set tries = $4::int, due_ms = $5::bigint, is_quick = is_quick and $6::boolean
         where space_id = $1::uuid and signal_id = $2::uuid and due_ms = $3::bigint`,
        [spaceId, signalId, leaseUntil, tries, dueAt, isQuick],
      ),

    /**
     * What is due for an address waits until `dueAt`. Skips what is locked, so that it never waits for a write of the space that waits
     * for it.
     */
    rest: ({ spaceId, addressId }: SignalAddress, now: number, dueAt: number, isQuick: boolean) =>
      count(
        `update signals s set due_ms = $4::bigint, is_quick = s.is_quick and $5::boolean from (select signal_id from signals
         where space_id = $1::uuid and address_id = $2::uuid and due_ms <= $3::bigint for update skip locked) d
         where s.space_id = $1::uuid and s.signal_id = d.signal_id`,
        [spaceId, addressId, now, dueAt, isQuick],
      ),

    /** An address answered: what waited for the end of its rest (`restedUntil`) is due now. */
    resume: ({ spaceId, addressId }: SignalAddress, now: number, restedUntil: number, isQuick: boolean) =>
      count(
        `update signals s set due_ms = least(s.due_ms, $3::bigint), is_quick = $5::boolean from (select signal_id from signals
         where space_id = $1::uuid and address_id = $2::uuid and not is_trial and (due_ms <= $3::bigint or due_ms = $4::bigint)
         for update skip locked) d where s.space_id = $1::uuid and s.signal_id = d.signal_id`,
        [spaceId, addressId, now, restedUntil, isQuick],
      ),

    /** An address was verified: what waited for that is due. */
    release: ({ spaceId, addressId }: SignalAddress, now: number, isQuick: boolean) =>
      count(
        `update signals s set due_ms = $3::bigint, is_quick = $4::boolean from (select signal_id from signals
         where space_id = $1::uuid and address_id = $2::uuid and tries = 0 and not is_trial and due_ms > $3::bigint
         for update skip locked) d where s.space_id = $1::uuid and s.signal_id = d.signal_id`,
        [spaceId, addressId, now, isQuick],
      ),

    /** Keeps only the newest signals of each address; returns how many it deleted. */
    async prune(perAddress: number): Promise<number> {
      const fullInboxes = await connection.query(
        'select space_id, address_id from signals group by space_id, address_id having count(*) > $1::int',
        [perAddress],
      );
      let pruned = 0;
      for (const [spaceId, addressId] of fullInboxes) {
        pruned += await count(
          `delete from signals where space_id = $1::uuid and address_id = $2::uuid and not is_trial and signal_id not in (
           select signal_id from signals where space_id = $1::uuid and address_id = $2::uuid
           order by created_ms desc, signal_id limit $3::int)`,
          [spaceId as string, addressId as string, perAddress],
        );
      }
      return pruned;
    },
  };
}

export type OutboxStore = ReturnType<typeof outboxStore>;
