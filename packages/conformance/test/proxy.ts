import { createServer, request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request and its answer as they pass through the proxy; changing the answer breaks a promise. */
export interface Passage {
  method: string;
  path: string;
  key: string | undefined;
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How a proxy changes requests and answers. */
export interface Tampering {
  /** Answers instead of the server, if defined for the request. */
  instead?: (method: string, path: string) => { status: number; headers?: Record<string, string>; body: object } | undefined;
  answer?: (passage: Passage) => void | Promise<void>;
  /** Changes one event of a stream of a space, or drops it. */
  event?: (block: string, passage: Pick<Passage, 'path' | 'key'>) => string | undefined;
}

interface Proxy {
  url: string;
  stop(): Promise<void>;
}

/** Starts a proxy that tampers with the answers of a server. */
export async function startProxy(server: string, { instead, answer, event }: Tampering): Promise<Proxy> {
  const proxy = createServer((incoming, outgoing) => {
    // The proxy reads the answers, so they must not be compressed.
    const { method = '', url: path = '' } = incoming;
    const headers: IncomingHttpHeaders = { ...incoming.headers, 'accept-encoding': 'identity' };
    const key = headers['x-private-key'] as string | undefined;
    const own = instead?.(method, path);
    if (own) {
      outgoing.writeHead(own.status, { 'content-type': 'application/json', ...own.headers });
      outgoing.end(JSON.stringify(own.body));
      return;
    }
    const passing = ask(server + path, { method, headers }, (reply) => {
      const passed = { ...reply.headers };
      if (passed['content-type']?.startsWith('text/event-stream') && path.startsWith('/hub/')) {
        outgoing.writeHead(reply.statusCode!, passed);
        void passEvents(reply, (block) => {
          const kept = event ? event(block, { path, key }) : block;
          if (kept !== undefined) outgoing.write(`${kept}\n\n`);
        }).finally(() => outgoing.end());
        return;
      }
      void whole(reply).then(async (body) => {
        const passage: Passage = { method, path, key, status: reply.statusCode!, headers: passed, body: body.toString() };
        await answer?.(passage);
        const changed = passage.body === body.toString() ? body : Buffer.from(passage.body);
        if (method !== 'HEAD' && passage.status !== 204 && passage.status !== 304) {
          delete passed['transfer-encoding'];
          passed['content-length'] = String(changed.length);
        }
        outgoing.writeHead(passage.status, passed);
        outgoing.end(changed);
      });
    });
    passing.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passing.destroy());
    incoming.pipe(passing);
  });
  // A process that stood still would otherwise close connections whose next request has already arrived.
  proxy.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async stop() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

async function whole(reply: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function passEvents(reply: IncomingMessage, pass: (block: string) => void): Promise<void> {
  let unread = '';
  try {
    for await (const text of reply.setEncoding('utf8')) {
      const blocks = (unread + String(text)).split('\n\n');
      unread = blocks.pop()!;
      for (const block of blocks) pass(block);
    }
  } catch {
    // The listener disconnected.
  }
}
