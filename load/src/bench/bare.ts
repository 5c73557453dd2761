// Minimal servers, each in a process of its own, to compare with.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { fastify } from 'fastify';
import postgres from 'postgres';
import { answerJobs } from '../process/child.ts';

export type Bare =
  | { kind: 'http' | 'fastify' }
  | { kind: 'fan-out'; frameBytes: number }
  /** The database, and who can send. */
  | { kind: 'naive'; url: string; keys: readonly string[] };

type Kinds = { [Kind in Bare['kind']]: (bare: Extract<Bare, { kind: Kind }>) => Promise<Server> | Server };

interface Sending {
  Params: { spaceId: string };
  Headers: { 'x-private-key': string };
  Body: { content: string; type: string };
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const kinds: Kinds = {
  http: () =>
    createServer((_, response) => {
      const text = JSON.stringify({ spaceId: randomUUID(), state: 'open' });
      const length = Buffer.byteLength(text);
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': length }).end(text);
    }),

  async fastify() {
    const app = fastify();
    app.post<{ Body: { type: string } }>('/', async ({ body }) => ({ messageId: randomUUID(), type: body.type }));
    await app.ready();
    return app.server;
  },

  /** One buffer to every socket. A client that sends `stream` listens; every byte of any other is one message to all listeners. */
  'fan-out'({ frameBytes }) {
    const listeners = new Set<Socket>();
    const frame = Buffer.alloc(frameBytes, 'x');
    return createTcpServer({ noDelay: true }, (socket) => {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => listeners.delete(socket));
      socket.on('data', (chunk: Buffer) => {
        if (chunk.toString('latin1') === 'stream') {
          listeners.add(socket);
          socket.write('.');
          return;
        }
        for (let i = 0; i < chunk.length; i += 1) for (const listener of listeners) listener.write(frame);
      });
    });
  },

  /** What somebody would write instead of Parley: no order under races, no retries, no limits, no streams. */
  async naive({ url, keys }) {
    const sql = postgres(url, { max: 9, fetch_types: false, onnotice: () => {} });
    await sql`create table if not exists naive_keys (hash text primary key, name text not null)`;
    await sql`create table if not exists naive_messages (id uuid primary key, space_id uuid not null, seq bigint not null,
      sender text not null, type text not null, content text not null, at timestamptz not null default now())`;
    await sql`create index if not exists naive_order on naive_messages (space_id, seq)`;
    await sql`insert into naive_keys select hash, 'Sender'
      from json_array_elements_text(${JSON.stringify(keys.map(hashOf))}::text::json) as hash on conflict do nothing`;

    const app = fastify();
    app.post<Sending>(
      '/hub/space/:spaceId/messages',
      async ({ params: { spaceId }, headers, body: { content, type } }, reply) => {
        const [sender] = await sql`select name from naive_keys where hash = ${hashOf(headers['x-private-key'])}`;
        if (!sender) return reply.code(401).send();
        const id = randomUUID();
        const [stored] = await sql`insert into naive_messages (id, space_id, seq, sender, type, content)
        values (${id}, ${spaceId}, (select coalesce(max(seq), 0) + 1 from naive_messages where space_id = ${spaceId}),
        ${sender['name'] as string}, ${type}, ${content}) returning seq`;
        return { messageId: id, seq: Number(stored!['seq']) };
      },
    );
    await app.ready();
    return app.server;
  },
};

answerJobs(async (bare: Bare): Promise<number> => {
  const server = await (kinds[bare.kind] as (bare: Bare) => Promise<Server> | Server)(bare);
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, resolve));
  return (server.address() as AddressInfo).port;
});
