import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectTo, offer } from './socket.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'socket-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const offered = (serve: (socket: Socket) => Promise<void>) =>
  offer({ dataDir, name: 's', serve, failed: (error) => expect.fail(String(error)) });
const connected = async (): Promise<Socket> => (await connectTo(dataDir, 's'))!;
const refusal = '{"error":"Another command of this kind is running"}\n';

it('a command that was killed while it asked is waited for by the next one', async () => {
  let ended: () => void;
  const asked = new Promise<void>((resolve) => (ended = resolve));
  let serves = 0;
  const { close } = await offered(async (socket) => {
    serves += 1;
    if (serves === 1) await asked;
    else socket.end('welcome');
  });
  const killed = await connected();
  killed.destroy();
  const next = text(await connected());
  await sleep(50);
  ended!();
  expect(await next).toBe('welcome');
  await close();
});

it('a command is refused while another one runs, and the server can stop although neither has ended its connection', async () => {
  const { close } = await offered(() => new Promise(() => {}));
  const running = await connected();
  const refused = await connected();
  refused.write('a question that nobody reads\n');
  let said = '';
  for await (const chunk of refused.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (said.endsWith('\n')) break;
  }
  expect(said).toBe(refusal);
  await close();
  running.destroy();
  refused.destroy();
});
