import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { NotFoundError } from '../../src/index.ts';
import { connect, eventually, meeting } from '../meeting.ts';
import { packageDir, start, type Running } from '../run.ts';

const server = inject('server');

function example(name: string, ...words: string[]): Running {
  const running = start(process.execPath, [join(packageDir, 'examples', name), ...words], { env: { PARLEY_URL: server.url } });
  onTestFinished(() => void running.process.kill());
  return running;
}

test('two agents agree on an artifact', async () => {
  const { process: agents, ended } = example('negotiate.mjs');
  agents.stdin!.end();
  const { code, said } = await ended;
  expect(said).toContain('Seller: Price: 300');
  expect(said).toMatch(/(Seller|Buyer): Agreed\nPrice: 2\d0\nAgreed by both\n$/);
  expect(code).toBe(0);
});

test('an agent answers what is directed to it, with the thread, and nothing else', async () => {
  const [owner] = await meeting(connect(server.url));
  const agent = example('work.mjs', (await owner.invite()).agentLink);
  await eventually(() => agent.said().includes('Scribe is at work in Launch'));
  await owner.send('Nobody in particular');
  const first = await owner.ask('Scribe', 'Shall we?');
  expect(first.content).toBe('Olga, I read 0 earlier messages and yours: Shall we?');
  const { messageId } = await owner.send('And then?', { to: 'Scribe', replyTo: first.id });
  const replies = async () => (await owner.recent(10)).filter(({ replyTo }) => replyTo === messageId);
  await eventually(async () => (await replies()).length > 0);
  expect((await replies())[0]).toMatchObject({ content: 'Olga, I read 2 earlier messages and yours: And then?' });
  await owner.close();
  expect(await agent.ended).toMatchObject({ code: 0, said: expect.stringContaining('The space is closed') as unknown });
  expect(agent.said()).not.toContain('Nobody in particular');
});

test('an agent without an invitation prints its usage', async () => {
  const { code, said } = await example('work.mjs').ended;
  expect({ code, said }).toEqual({ code: 2, said: 'Usage: node work.mjs <invitation link>\n' });
});

test('a human approves one and declines another on the terminal', async () => {
  const human = example('approve.mjs');
  await eventually(() => /Invite with \S+\.md/.test(human.said()));
  const [, invitation] = /Invite with (\S+)/.exec(human.said())!;
  const parley = connect(server.url);
  const bob = parley.join(invitation!, { name: 'Bob', role: 'reviewer', pollMs: 50 });
  await eventually(() => human.said().includes('Let Bob (reviewer) in?'));
  human.process.stdin!.write('y\n');
  expect((await (await bob).get()).name).toBe('Board');
  const eve = parley.join(invitation!, { name: 'Eve', pollMs: 50 });
  await eventually(() => human.said().includes('Let Eve (participant) in?'));
  human.process.stdin!.write('n\n');
  await expect(eve).rejects.toThrow(NotFoundError);
  human.process.stdin!.end();
  expect(await human.ended).toMatchObject({ code: 0 });
});
