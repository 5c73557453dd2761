import { Parley } from '@parley/sdk';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { machines, type Running } from '../machine.ts';

const server = inject('server');
let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'parley-cli-loop-'));
});
afterAll(async () => {
  await rm(data, { recursive: true, force: true });
});

test('two agents that answer each other stop at the budget, the owner sees why, and a human message lets them go on', async () => {
  const olga = await new Parley({ baseUrl: server.url }).createSpace({
    ...{ name: 'Loop', description: 'x', ownerName: 'Olga', isHuman: true, agentBudget: 10 },
  });
  const { agentLink } = await olga.invite();
  const [gus, mia] = await machines(server.url, 'gus', 'mia');
  const listeners: Running[] = [];
  for (const [machine, name] of [
    [gus, 'Gus'],
    [mia, 'Mia'],
  ] as const) {
    await machine.does('join', agentLink, '--name', name);
    const listening = machine.start(['listen', '--exec', 'cat > /dev/null; echo And you?', '--expect', 'reply', '--json']);
    onTestFinished(() => void listening.child.kill('SIGKILL'));
    await listening.says('Waiting for messages to you in Loop');
    listeners.push(listening);
  }
  const said = async () => (await olga.messages()).messages.filter(({ senderName }) => senderName !== 'Olga').length;
  const isRefused = () => listeners.some(({ said }) => said.stdout.includes('"result":"declined"'));

  await mia.does('send', '--to', 'Gus', 'How are you?');
  await vi.waitFor(() => expect(isRefused()).toBe(true), { timeout: 60_000, interval: 50 });
  expect(await said()).toBe(10);
  const { deliveries } = await olga.call('listDeliveries', { role: 'addressee', state: 'all' });
  expect(deliveries).toEqual([]);
  const events = [];
  for await (const event of olga.events({ after: 0 })) {
    events.push(event);
    if (event.type === 'delivery' && event.data.outcome === 'declined') break;
  }
  expect(events.flatMap(({ type, data }) => (type === 'budget' ? [data.percent] : []))).toEqual([80, 100]);
  expect(events.at(-1)!.data).toMatchObject({ note: expect.stringContaining('budget') });

  await olga.send('Go on', { to: 'Gus', expects: 'reply' });
  await vi.waitFor(async () => expect(await said()).toBe(11), { timeout: 60_000, interval: 50 });
});
