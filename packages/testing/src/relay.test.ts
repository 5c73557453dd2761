import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { relayTo, type Relay } from './relay.ts';

const patience = { timeout: 60_000 };
const got: string[] = [];
/** Echoes what it gets. */
const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    got.push(chunk.toString());
    socket.write(chunk);
  });
});
let relay: Relay;
let client: Socket;
let told = '';

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  relay = await relayTo((server.address() as AddressInfo).port);
  client = connect(relay.port, '127.0.0.1').on('data', (chunk) => (told += chunk.toString()));
});
afterAll(async () => {
  client.destroy();
  await relay.stop();
  server.close();
});

it.each(['to', 'from'] as const)('loses what goes %s the server, and only that, until it heals', async (direction) => {
  [got.length, told] = [0, ''];
  client.write('a');
  await expect.poll(() => told, patience).toBe('a');
  relay.lose(direction);
  client.write('b');
  if (direction === 'from') await expect.poll(() => got.join(''), patience).toBe('ab');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(told).toBe('a');
  expect(got.join('')).toBe(direction === 'to' ? 'a' : 'ab');
  relay.lose();
  await expect.poll(() => told, patience).toBe('ab');
});

it('tells the end of a connection only when it gets through', async () => {
  let isOver = false;
  const leaving = connect(relay.port, '127.0.0.1');
  const [[far]] = (await Promise.all([once(server, 'connection'), once(leaving, 'connect')])) as [[Socket], unknown];
  relay.lose('to');
  leaving.resetAndDestroy();
  far.once('close', () => (isOver = true));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isOver).toBe(false);
  relay.lose();
  await expect.poll(() => isOver, patience).toBe(true);
});
