import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { KeyError, type Delivery, type Space } from '../../src/index.ts';
import { connect, meeting } from '../meeting.ts';

const server = inject('server');

const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content);

/** The delivery of a question to this participant. */
async function claimed(space: Space): Promise<Delivery> {
  for await (const delivery of space.deliveries()) return delivery;
  throw new Error('The space has ended');
}

test('recent() reads the latest messages in order, over many windows of the log', async () => {
  const [owner, bob] = (await meeting(connect(server.url), 'Bob')) as [Space, Space];
  const { id } = await bob.artifacts.create({ name: 'Plan' });
  const artifact = await bob.artifacts.get(id);
  for (let i = 0; i < 70; i += 1) {
    await owner.send(`Message ${i}`);
    // Other events are in the log too.
    if (i % 10 === 0) await artifact.edit((text) => `${text}.`);
  }
  const expected = Array.from({ length: 70 }, (_, i) => `Message ${i}`);
  for (const count of [1, 20, 69, 70]) expect(contents(await bob.recent(count))).toEqual(expected.slice(-count));
  expect(contents(await bob.recent(1_000))).toEqual(expected);
  expect(await bob.recent(0)).toEqual([]);
  const [last] = await bob.recent(1);
  expect(last).toMatchObject({ isMine: false, reply: expect.any(Function) as unknown });
  await owner.kick('Bob');
  await expect(bob.recent(1)).rejects.toThrow(KeyError);
});

test('recent() also works where streams do not', async () => {
  const withoutStreams = createServer(async ({ url, headers }, response) => {
    if (headers.accept === 'text/event-stream') return response.writeHead(200, { 'content-type': 'text/html' }).end();
    const answer = await fetch(server.url + url!, { headers: headers as Record<string, string> });
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => withoutStreams.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void withoutStreams.close());
  const [owner] = await meeting(connect(server.url));
  for (const text of ['one', 'two', 'three']) await owner.send(text);
  const { spaceId, key } = owner;
  const url = `http://127.0.0.1:${(withoutStreams.address() as AddressInfo).port}`;
  expect(contents(await connect(url).space({ spaceId, key }).recent(2))).toEqual(['two', 'three']);
});

test('thread() of a delivery has the messages that it answers, the first one first', async () => {
  const [owner, bob] = (await meeting(connect(server.url), 'Bob')) as [Space, Space];
  await owner.send('Before everything');
  const root = await owner.send('Root');
  for (let i = 0; i < 60; i += 1) await owner.send(`Between ${i}`);
  const answer = await bob.send('Answer', { replyTo: root.messageId });
  await bob.send('Another answer', { replyTo: root.messageId });
  await owner.send('And the second one?', { to: 'Bob', replyTo: answer.messageId });
  const delivery = await claimed(bob);
  expect(delivery.message.content).toBe('And the second one?');
  expect(contents(await delivery.thread())).toEqual(['Root', 'Answer']);
});

test('thread() is empty for a message that answers none', async () => {
  const [owner, bob] = (await meeting(connect(server.url), 'Bob')) as [Space, Space];
  await owner.send('Ready?', { to: 'Bob' });
  expect(await (await claimed(bob)).thread()).toEqual([]);
});

test('a refused addressee is named as it was given', async () => {
  const [owner, bob] = (await meeting(connect(server.url), 'Bob')) as [Space, Space];
  await expect(bob.send('Hello', { to: ['Olga', 'Bob'] })).rejects.toThrow('"Bob" is you: name somebody else');
  await expect(owner.send('Hello', { to: 'Bab' })).rejects.toThrow('There is no participant called "Bab"');
});

test('a lock that somebody else holds names them', async () => {
  const [owner, bob] = (await meeting(connect(server.url), 'Bob')) as [Space, Space];
  const plan = await bob.artifacts.create({ name: 'Plan' });
  await plan.lock();
  const mine = await owner.artifacts.get(plan.id);
  await expect(mine.lock()).rejects.toThrow(/^"Bob" holds the lock until /);
});

test('pastEvents() reads what happened, of the kinds that are asked for, in both directions', async () => {
  const [owner, bob] = (await meeting(connect(server.url), 'Bob')) as [Space, Space];
  await owner.artifacts.create({ name: 'Plan' });
  for (let i = 0; i < 5; i += 1) await bob.send(`${i}`);
  const { events, hasMore } = await bob.pastEvents();
  expect(hasMore).toBe(false);
  expect(events.map(({ id }) => id)).toEqual(Array.from(events, (_, i) => i + 1));
  const back: string[] = [];
  for (let before: number | undefined, more = true; more;) {
    const page = await bob.pastEvents({ before, limit: 2, kinds: ['message', 'artifact'] });
    back.unshift(...page.events.map(({ type }) => type));
    ({ cursor: before, hasMore: more } = page);
  }
  expect(back).toEqual(['artifact', ...Array.from({ length: 5 }, () => 'message')]);
  const { events: forward, cursor } = await bob.pastEvents({ after: 0, limit: 3 });
  expect(forward.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(cursor).toBe(3);
  const [last] = (await bob.pastEvents({ limit: 1 })).events;
  expect(last).toMatchObject({ type: 'message', at: last!.type === 'message' && last!.data.timestamp });
  expect(last!.type === 'message' && last!.data.isMine).toBe(true);
});
