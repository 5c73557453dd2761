import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { startParley } from '../../parley.ts';
import { createLogger } from './log.ts';

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A complete service in this process, on a real port. */
export async function serve(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-served-'));
  const config = readConfig({ PARLEY_DATA_DIR: dataDir, PARLEY_RATE_LIMIT: '0', ...settings });
  const parley = await startParley(config, createLogger('silent'));
  const app = await createApp(parley);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  parley.listensAt(url);
  const { port } = new URL(url);

  /** The raw answer, without what `fetch` would add, follow or decode. */
  const ask = (method: string, path: string, { headers = {}, body }: RequestOptions = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const metadata = request(url + path, { method, headers }, (response) => {
        const parts: Buffer[] = [];
        const reply = () => ({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) });
        const isStream = response.headers['content-type']?.startsWith('text/event-stream') && path !== '/ask';
        response.on('data', (part: Buffer) => void parts.push(part)).once('end', () => resolve(reply()));
        // The stream of a space does not end; its head is enough.
        if (isStream) response.once('data', () => response.destroy()).once('close', () => resolve(reply()));
      });
      metadata.once('error', reject).end(body);
    });

  /** Sends bytes unchanged; returns everything received until the connection ended. */
  const exchange = (text: string): Promise<string> =>
    new Promise((resolve) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text, 'latin1'));
      socket.setEncoding('latin1').on('data', (part: string) => (received += part));
      // A server that refuses early can reset the connection while we are still sending.
      socket.on('error', () => undefined).once('close', () => resolve(received));
    });

  return {
    url,
    ask,
    exchange,
    async space(fields: object = {}): Promise<{ spaceId: string; ownerPrivateKey: string }> {
      const { body } = await ask('POST', '/hub/space', { body: JSON.stringify({ name: 'Bridge', description: '', ...fields }) });
      return JSON.parse(body.toString()) as { spaceId: string; ownerPrivateKey: string };
    },
    async close(): Promise<void> {
      await app.close();
      await parley.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type Served = Awaited<ReturnType<typeof serve>>;

export const told = ({ body }: Reply) =>
  JSON.parse(body.toString()) as { error: string; code: string; issues?: { limit?: number; actual?: number }[] };
