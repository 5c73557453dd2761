import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Request {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A server with fixed answers by method and start of the path. It records the requests. */
export async function fakeService(
  answers: Record<string, (request: Request) => Answer>,
): Promise<{ url: string; requests: Request[] }> {
  const requests: Request[] = [];
  const server = createServer(async (incoming, response) => {
    const [method, path] = [incoming.method!, incoming.url!];
    const sent = await text(incoming).catch(() => undefined);
    // The client has gone.
    if (sent === undefined) return;
    const request = { method, path, headers: incoming.headers, body: sent ? (JSON.parse(sent) as Record<string, unknown>) : {} };
    requests.push(request);
    const [, answer] = Object.entries(answers).find(([start]) => `${method} ${path}`.startsWith(start)) ?? [];
    const {
      status = 200,
      body,
      headers,
    } = answer?.(request) ?? { status: 404, body: { error: 'Nothing is here', code: 'not_found' } };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
