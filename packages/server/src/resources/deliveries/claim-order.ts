import { sql, type SQL } from 'drizzle-orm';

/** How many deliveries a claim chooses from: enough for callers who claim at the same time to find one each. */
export const candidates = 16;

/**
 * The first deliveries that an addressee can claim. Senders take turns: first the oldest delivery of each sender, then the second
 * of each, and so on. The sender who was not served for the longest time is first; one who was never served counts from when its
 * oldest delivery was queued, so that many newcomers do not overtake others. Reads a few index entries for each sender with pending
 * deliveries, and the rows of those senders only whose turn it is.
 */
export function claimOrder(isQueued: SQL): SQL {
  const [spaceId, participantId] = ['spaceId', 'participantId'].map((name) => sql.placeholder(name));
  const most = sql.raw(String(candidates));
  const pending = sql`space_id = ${spaceId} and participant_id = ${participantId} and state <> 'done'`;
  // Ordered by all columns of its index: with any other order, a planner without statistics can read all that was ever claimed.
  const lastServed = sql`(select c.claimed_ms from (
      select space_id, participant_id, sender_id, claimed_ms from deliveries where space_id = ${spaceId} and claimed_ms is not null
      and (space_id, participant_id, sender_id, claimed_ms) <= (${spaceId}::uuid, ${participantId}::uuid, s.sender_id, ${sql.raw(farFuture)})
      order by space_id desc, participant_id desc, sender_id desc, claimed_ms desc limit 1) c
    where c.space_id = ${spaceId} and c.participant_id = ${participantId} and c.sender_id = s.sender_id)`;
  return sql`with recursive senders as (
      (select sender_id from deliveries where ${pending} order by sender_id limit 1)
      union all
      select (select d.sender_id from deliveries d where ${pending} and d.sender_id > s.sender_id order by d.sender_id limit 1)
      from senders s where s.sender_id is not null
    ), turns as (
      select s.sender_id, first.sequence, coalesce(${lastServed}, first.created_ms) as since
      from senders s join participants p on p.space_id = ${spaceId} and p.participant_id = s.sender_id and p.ended_ms is null
      cross join lateral (
        select sequence, created_ms from deliveries where ${pending} and sender_id = s.sender_id and ${isQueued} order by sequence limit 1
      ) first
      order by since, first.sequence limit ${most}
    )
    select q.*, row_number() over (order by q.round, turns.since, turns.sequence) as place
    from turns cross join lateral (
      select deliveries.*, row_number() over (order by sequence) as round
      from deliveries where ${pending} and sender_id = turns.sender_id and ${isQueued} order by sequence limit ${most}
    ) q
    order by place limit ${most}`;
}

const farFuture = '9007199254740991::bigint';
