import type { Connection } from './connection.ts';
import { arrayLiteral } from './literal.ts';

/** A signal that this process may send until its lease expires. */
export interface Claimed {
  readonly spaceId: string;
  readonly signalId: string;
  readonly addressId: string;
  readonly host: string;
  readonly isTrial: boolean;
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
  /** Hosts that cannot be sent more now. */
  busy: readonly string[];
  limit: number;
}

/** Bounds the work of a claim, however long the backlog is. */
const seenPerClaim = 1_000;

type Address = Pick<Claimed, 'spaceId' | 'addressId'>;

/** Signals across all spaces: like the expiry of spaces, they are found by when they are due. */
export function outboxStore(connection: Connection) {
  /** Returns how many rows changed. */
  const count = async (text: string, params: (string | number)[]): Promise<number> => {
    const [row] = await connection.query(`with changed as (${text} returning 1) select count(*)::int from changed`, params);
    return Number(row?.[0]);
  };

  return {
    /**
     * Claims at most one due signal per host, oldest first, of those that are due first: a host with a long backlog is busy soon, and
     * is then passed over. Of two processes that find the same one, the second sees that its due time has changed, and does not get it.
     */
    async claim({ now, leaseUntil, isTrial, busy, limit }: Claim): Promise<Claimed[]> {
      const rows = await connection.query(
        `with next as (
           select * from (select distinct on (host) space_id, signal_id, due_ms
           from (select space_id, signal_id, due_ms, host from signals
           where due_ms <= $1::bigint and is_trial = $2::boolean and host <> all($3::text[])
           order by due_ms limit ${seenPerClaim}) first
           order by host, due_ms, signal_id) oldest order by due_ms limit $4::int)
         update signals s set due_ms = $5::bigint from next
         where s.space_id = next.space_id and s.signal_id = next.signal_id and s.due_ms = next.due_ms
         returning s.space_id, s.signal_id, s.address_id, s.host, s.is_trial, s.body, s.sequence,
           s.created_ms, s.tries`,
        [now, isTrial, arrayLiteral(busy), limit, leaseUntil],
      );
      return rows.map(([spaceId, signalId, addressId, host, isTrial, body, sequence, createdAt, tries]) => ({
        ...({ spaceId, signalId, addressId, host, isTrial, body, tries } as Claimed),
        sequence: (sequence as number | null) ?? undefined,
        createdAt: Number(createdAt),
        leaseUntil,
      }));
    },

    remove: ({ spaceId, signalId }: Claimed) =>
      count('delete from signals where space_id = $1::uuid and signal_id = $2::uuid', [spaceId, signalId]),

    removeAll: ({ spaceId, addressId }: Address) =>
      count('delete from signals where space_id = $1::uuid and address_id = $2::uuid', [spaceId, addressId]),

    /** Gives a signal back, unless its lease has expired and it was claimed again. */
    postpone: ({ spaceId, signalId, leaseUntil }: Claimed, tries: number, dueAt: number) =>
      count(
        `update signals set tries = $4::int, due_ms = $5::bigint
         where space_id = $1::uuid and signal_id = $2::uuid and due_ms = $3::bigint`,
        [spaceId, signalId, leaseUntil, tries, dueAt],
      ),

    /**
     * An address failed: what is due for it waits until `dueAt`. Skips what is locked, so that it never waits for a write of the space
     * that waits for it.
     */
    rest: ({ spaceId, addressId }: Address, now: number, dueAt: number) =>
      count(
        `update signals s set due_ms = $4::bigint from (select signal_id from signals
         where space_id = $1::uuid and address_id = $2::uuid and due_ms <= $3::bigint for update skip locked) d
         where s.space_id = $1::uuid and s.signal_id = d.signal_id`,
        [spaceId, addressId, now, dueAt],
      ),

    /** An address was verified: what waited for that is due. */
    release: ({ spaceId, addressId }: Address, now: number) =>
      count(
        `update signals s set due_ms = $3::bigint from (select signal_id from signals
         where space_id = $1::uuid and address_id = $2::uuid and tries = 0 and not is_trial and due_ms > $3::bigint
         for update skip locked) d where s.space_id = $1::uuid and s.signal_id = d.signal_id`,
        [spaceId, addressId, now],
      ),

    /** Keeps only the newest signals of each address; returns how many it deleted. */
    prune: (perAddress: number) =>
      count(
        `delete from signals s using (select space_id, address_id from signals group by space_id, address_id
         having count(*) > $1::int) crowded
         where s.space_id = crowded.space_id and s.address_id = crowded.address_id and not s.is_trial
         and s.signal_id not in (select n.signal_id from signals n where n.space_id = s.space_id and n.address_id = s.address_id
         order by n.created_ms desc, n.signal_id limit $1::int)`,
        [perAddress],
      ),
  };
}

export type OutboxStore = ReturnType<typeof outboxStore>;
