import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';

interface Received {
  id: string;
  headers: Record<string, string>;
  text: string;
  body: Record<string, unknown>;
}

/** How a receiver answers. */
export type Reply = (received: Received, response: ServerResponse) => void;

/** Accepts everything, and echoes challenges. */
export const accept: Reply = ({ body }, response) => {
  response.end(JSON.stringify({ challenge: body['challenge'] }));
};

export interface Receiver {
  port: number;
  url: string;
  received: Received[];
  /** How many connections it had, also for requests that were given up before it read them. */
  connections: number;
  reply: Reply;
  /** How many requests it has open now, and had at most. */
  open: { now: number; most: number };
  /** The ids of all signals of a type, in order. */
  ids(type: string): string[];
  /** Throws unless everything it received is signed with this secret. */
  verify(secret: string): void;
}

/** A receiver of webhooks on an address of this machine; with a key and certificate, over TLS. */
export async function startReceiver(tls?: { key: string; cert: string }, host = '127.0.0.1'): Promise<Receiver> {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    receiver.open.now += 1;
    receiver.open.most = Math.max(receiver.open.most, receiver.open.now);
    response.on('close', () => (receiver.open.now -= 1));
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const headers = request.headers as Record<string, string>;
    const received = { id: headers['webhook-id']!, headers, text, body: JSON.parse(text) as Record<string, unknown> };
    receiver.received.push(received);
    receiver.reply(received, response);
  };
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    void take(request, response).catch(() => response.destroy());
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  server.on('connection', () => (receiver.connections += 1));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    port,
    url: `${tls ? 'https' : 'http'}://${host}:${port}/wake`,
    received: [],
    connections: 0,
    reply: accept,
    open: { now: 0, most: 0 },
    ids: (type) => receiver.received.filter(({ body }) => body['type'] === type).map(({ id }) => id),
    verify(secret) {
      for (const { text, headers } of receiver.received) new Webhook(secret).verify(text, headers);
    },
  };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}
