import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';
import { importJWK, jwtVerify } from 'jose';
import { onTestFinished } from 'vitest';

/** A message that a browser would get. */
interface Pushed {
  path: string;
  headers: Record<string, string>;
  encrypted: Buffer;
  /** The public key of its sender. */
  sender: string;
  message: Record<string, unknown>;
}

/** A push service on this machine that knows one browser: it verifies and decrypts everything, and answers 400 to what is wrong. */
export async function startPushService() {
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = request.headers as Record<string, string>;
    try {
      const sender = await senderOf(headers['authorization'] ?? '', service.origin);
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('Another encoding');
      if (!/^\d+$/.test(headers['ttl'] ?? '')) throw new Error('No TTL');
      const encrypted = Buffer.concat(chunks);
      const text = decrypt(encrypted, { version: 'aes128gcm', privateKey: browser, authSecret: auth }).toString();
      const message = JSON.parse(text) as Record<string, unknown>;
      service.received.push({ path: request.url!, headers, encrypted, sender, message });
    } catch (error) {
      service.faults.push(error);
      response.writeHead(400).end();
      return;
    }
    response.writeHead(service.status, service.headers).end();
  };
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const service = {
    port,
    origin,
    subscription: { endpoint: `${origin}/push/${randomBytes(16).toString('base64url')}`, keys: { p256dh, auth } },
    received: [] as Pushed[],
    /** Why requests were not accepted. */
    faults: [] as unknown[],
    /** How it answers. */
    status: 201,
    headers: {} as Record<string, string>,
    /** The texts of the notifications, in order. */
    shown: () => service.received.map(({ message }) => (message['notification'] as { body: string }).body),
  };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return service;
}

/** The public key of who sent a request; throws if it does not prove who that is (RFC 8292). */
async function senderOf(authorization: string, audience: string): Promise<string> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256');
  const { payload } = await jwtVerify(token, key, { audience, requiredClaims: ['exp'] });
  if (payload.exp! * 1000 > Date.now() + 24 * 3_600_000) throw new Error('It is valid for too long');
  return publicKey;
}
