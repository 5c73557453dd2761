import postgres from 'postgres';
import { storedBody } from '../message.ts';

/** Inserts `count` past messages of a space directly into the database. Returns the instant of each by its sequence. */
export async function fill(url: string, spaceId: string, count: number): Promise<(sequence: number) => Date> {
  const sql = postgres(url, { max: 1, fetch_types: false });
  const start = Date.now() - count - 1_000;
  await sql.unsafe(
    `insert into events (space_id, sequence, at_ms, event, body)
     select $1::uuid, n, $2::bigint + n, 'message', $4 from generate_series(1, $3::bigint) n`,
    [spaceId, String(start), String(count), storedBody('Owner')],
  );
  await sql.unsafe('update space_heads set sequence = $2::bigint, last_ms = $3::bigint where space_id = $1::uuid', [
    spaceId,
    String(count),
    String(start + count),
  ]);
  await sql.unsafe('analyze events');
  await sql.end();
  return (sequence) => new Date(start + sequence);
}
