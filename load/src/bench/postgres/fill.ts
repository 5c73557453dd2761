import { storedBody } from '../../clients/message.ts';
import { statement } from '../../servers/statement.ts';

interface Past {
  spaceId: string;
  /** Sequences of the messages: the first, and the last. */
  from: number;
  to: number;
  /** The instant before the first message of the space. */
  start: number;
}

/** Inserts past messages of a space directly into the database, a millisecond apart. */
export async function fill(url: string, { spaceId, from, to, start }: Past): Promise<void> {
  await statement(
    url,
    `insert into events (space_id, sequence, at_ms, event, body)
     select $1::uuid, n, $2::bigint + n, 'message', $3 from generate_series($4::bigint, $5::bigint) n`,
    [spaceId, String(start), storedBody('Owner'), String(from), String(to)],
  );
  const head = 'update space_heads set sequence = $2::bigint, last_ms = $3::bigint where space_id = $1::uuid';
  await statement(url, head, [spaceId, String(to), String(start + to)]);
}
