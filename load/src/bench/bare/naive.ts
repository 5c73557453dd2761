// What somebody would write instead of Parley: no order under races, no retries, no limits, no streams.
import { createHash, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import postgres from 'postgres';
import { answerJobs } from '../../process/child.ts';

/** The database, and who can send. */
export interface Naive {
  url: string;
  keys: readonly string[];
}

interface Sending {
  Params: { spaceId: string };
  Headers: { 'x-private-key': string };
  Body: { content: string; type: string };
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

answerJobs(async ({ url, keys }: Naive) => {
  const sql = postgres(url, { max: 9, fetch_types: false, onnotice: () => {} });
  await sql`create table if not exists naive_keys (hash text primary key, name text not null)`;
  await sql`create table if not exists naive_messages (id uuid primary key, space_id uuid not null, seq bigint not null,
    sender text not null, type text not null, content text not null, at timestamptz not null default now())`;
  await sql`create index if not exists naive_order on naive_messages (space_id, seq)`;
  await sql`insert into naive_keys select hash, 'Sender'
    from json_array_elements_text(${JSON.stringify(keys.map(hashOf))}::text::json) as hash on conflict do nothing`;

  const app = fastify();
  app.post<Sending>('/hub/space/:spaceId/messages', async ({ params: { spaceId }, headers, body: { content, type } }, reply) => {
    const [sender] = await sql`select name from naive_keys where hash = ${hashOf(headers['x-private-key'])}`;
    if (!sender) return reply.code(401).send();
    const id = randomUUID();
    const [stored] = await sql`insert into naive_messages (id, space_id, seq, sender, type, content)
      values (${id}, ${spaceId}, (select coalesce(max(seq), 0) + 1 from naive_messages where space_id = ${spaceId}),
      ${sender['name'] as string}, ${type}, ${content}) returning seq`;
    return { messageId: id, seq: Number(stored!['seq']) };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
});
