import { once } from 'node:events';
import http, { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { fetch } from './fetch.ts';

let server: Server | undefined;

async function serving(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

describe('the light fetch', () => {
  it('sends method, headers and body, and resolves to a response as the global one does', async () => {
    const url = await serving((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        response.writeHead(
          201,
          [
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
            ['x-said', `${request.method} ${String(request.headers['x-own'])}`],
          ].flat(),
        );
        response.end(`${request.url} ${body}`);
      });
    });
    const answers = await Promise.all(
      [fetch, globalThis.fetch].map(async (each) => {
        const answer = await each(`${url}/path?q=1`, { method: 'POST', headers: { 'x-own': 'yes' }, body: 'é' });
        const { status, ok, headers } = answer;
        return { status, ok, said: headers.get('x-said'), cookies: headers.getSetCookie(), text: await answer.text() };
      }),
    );
    expect(answers[0]).toEqual({ status: 201, ok: true, said: 'POST yes', cookies: ['a=1', 'b=2'], text: '/path?q=1 é' });
    expect(answers[1]).toEqual(answers[0]);
  });

  it('unpacks what the server compressed', async () => {
    const url = await serving(({ headers }, response) => {
      expect(headers['accept-encoding']).toBe('gzip');
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000)));
    });
    expect(await (await fetch(url)).text()).toHaveLength(100_000);
  });

  it.each([204, 205, 304])('answers %i without a body', async (status) => {
    const url = await serving((_, response) => void response.writeHead(status).end());
    const freed = once(http.globalAgent, 'free');
    expect((await fetch(url)).body).toBe(null);
    await freed;
  });

  it('hands a redirect to the caller, or refuses it', async () => {
    const url = await serving((_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1' }).end());
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(307);
    await expect(fetch(url, { redirect: 'error' })).rejects.toThrow('unexpected redirect');
  });

  it('rejects when nobody listens, and when the answer is none', async () => {
    await expect(fetch('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const url = await serving(({ socket }) => void socket.end('HTTP/1.1 999 Strange\r\ncontent-length: 0\r\n\r\n'));
    await expect(fetch(url)).rejects.toThrow(RangeError);
    await expect(fetch('no address')).rejects.toThrow('Invalid URL');
  });

  it('rejects what was cut off in the middle of the body, compressed or not', async () => {
    const url = await serving(({ url: path }, response) => {
      const isPacked = path === '/packed';
      response.writeHead(200, { 'content-length': '100', ...(isPacked && { 'content-encoding': 'gzip' }) });
      response.write(isPacked ? gzipSync('x'.repeat(100)).subarray(0, 15) : 'half', () => response.socket?.destroy());
    });
    for (const path of ['/plain', '/packed']) await expect((await fetch(url + path)).text(), path).rejects.toThrow(/./);
  });

  it('ends with the reason of the signal before, during and after the wait for an answer', async () => {
    const reason = new Error('enough');
    await expect(fetch('http://127.0.0.1:1', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);

    const waiting = new AbortController();
    const silent = await serving(() => waiting.abort(reason));
    await expect(fetch(silent, { signal: waiting.signal })).rejects.toBe(reason);
    server?.closeAllConnections();

    const reading = new AbortController();
    let closed: Promise<unknown> | undefined;
    const endless = await serving((_, response) => {
      response.write('more');
      closed = once(response, 'close');
    });
    const { body } = await fetch(endless, { signal: reading.signal });
    const reader = body!.getReader();
    await reader.read();
    reading.abort(reason);
    await expect(reader.read()).rejects.toThrow(/./);
    await expect(closed).resolves.toBeDefined();
  });

  it('closes the connection when the reader stops', async () => {
    let closed: Promise<unknown> | undefined;
    const url = await serving((_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(1_000)), 1);
      closed = once(response, 'close').then(() => clearInterval(timer));
    });
    const { body } = await fetch(url);
    await body!.cancel();
    await expect(closed).resolves.toBeUndefined();
  });
});
