import type { FactName, walk } from '@parley/core';
import type { Querying } from '../../engine/store/connection.ts';
import type { EventRow, Portion } from '../../engine/store/events.ts';
import { arrayLiteral } from '../../engine/store/literal.ts';

/** The parameter stays the same without kinds, so that there are two statements. */
const statementFor = (order: 'asc' | 'desc'): string => `select sequence, at_ms, event, body from (
    select e.*, sum(octet_length(e.body)) over (order by e.sequence ${order} rows unbounded preceding) - octet_length(e.body) as read
    from events e where e.space_id = $1::uuid and e.sequence > $2::bigint and e.sequence < $3::bigint
    and ($4::text[] is null or e.event = any($4::text[]))
    order by e.sequence ${order} limit $5::int
  ) e where read < $6::bigint order by sequence ${order}`;

const statements = { forward: statementFor('asc'), back: statementFor('desc') };

export const logStore = (querying: Querying) => ({
  /** Events of a part of the log, in the direction in which it is read, until they are as many or have as many bytes. */
  async of(
    spaceId: string,
    { after, before, isForward }: walk.LogPart,
    kinds: readonly FactName[] | undefined,
    { events, bytes }: Portion,
  ): Promise<EventRow[]> {
    const rows = await querying.query(statements[isForward ? 'forward' : 'back'], [
      ...[spaceId, after, before],
      kinds ? arrayLiteral(kinds) : null,
      ...[events, bytes],
    ]);
    return rows.map(([sequence, at, event, body]) => ({
      ...{ sequence: Number(sequence), at: Number(at) },
      ...{ event: event as FactName, body: String(body) },
    }));
  },
});
