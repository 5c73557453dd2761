import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '@parley/testing';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Space } from '../../src/index.ts';
import { chance, seed } from '../chance.ts';
import { cutting, repeating } from '../fault-proxy.ts';
import { impatient } from '../impatient.ts';
import { connect, eventually, listen, meeting, quietly, scratch } from '../meeting.ts';

const stubborn = { maxRetries: 200, timeoutMs: 10_000, fetch: impatient };

/** Sends the words 1 to `count`, one after the other. */
async function speak(space: Space, name: string, count: number): Promise<string[]> {
  const words = Array.from({ length: count }, (_, i) => `${name} ${i + 1}`);
  for (const word of words) await space.send(word);
  return words;
}

/** Expects that each way of reading delivers every message once and in order. */
async function expectExactlyOnce(owner: Space, readers: { heard: { type: string; data: unknown }[] }[], spoken: string[][]) {
  const contents = (all: { content: string }[]) => all.map(({ content }) => content);
  const stored: { content: string }[] = [];
  for await (const message of owner.history()) stored.push(message);
  for (const words of spoken) {
    const name = words[0]!.split(' ')[0]!;
    expect(contents(stored).filter((content) => content.startsWith(name))).toEqual(words);
  }
  expect(stored).toHaveLength(spoken.flat().length);
  for (const { heard } of readers) {
    const messages = () => heard.flatMap(({ type, data }) => (type === 'message' ? [data as { content: string }] : []));
    // What is missing after all this time is named by the comparison.
    await eventually(() => messages().length >= stored.length).catch(() => {});
    expect(contents(messages())).toEqual(contents(stored));
  }
}

describe(`with seed ${seed}`, () => {
  const server = inject('server');

  async function through(mostBytes = 12_000): Promise<{ url: string; faults(): number }> {
    const twice = await repeating(server.url);
    const cut = await cutting(twice.url, chance(seed), mostBytes);
    onTestFinished(() => {
      cut.stop();
      twice.stop();
    });
    return { url: cut.url, faults: cut.faults };
  }

  test('N sends over connections that are cut at any byte, slow or repeated are N messages, received once and in order', async () => {
    const [owner, bob, carol] = await meeting(connect(server.url), 'Bob', 'Carol');
    const { url, faults } = await through();
    const bad = connect(url, stubborn);
    // A page with all messages is a large answer.
    const poller = connect((await through(60_000)).url, stubborn).space(bob!);
    const readers = [listen(bad.space(owner).events()), listen(poller.events({ transport: 'poll' }))];
    const spoken = await Promise.all([speak(bad.space(bob!), 'bob', 20), speak(bad.space(carol!), 'carol', 20)]);
    await expectExactlyOnce(owner, readers, spoken);
    expect(faults()).toBeGreaterThan(4);
    await owner.close();
    expect(await Promise.all(readers.map(({ ended }) => ended))).toEqual([undefined, undefined]);
  });

  test('edits over such connections all take effect, once', async () => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    const { id } = await owner.artifacts.create({ name: 'Plan' });
    const { url, faults } = await through();
    const bad = connect(url, stubborn);
    const write = async (space: Space, name: string) => {
      const artifact = await bad.space(space).artifacts.get(id);
      for (const i of [1, 2, 3]) await artifact.edit((content) => `${content}${name}${i} `, { pollMs: 50 });
    };
    await Promise.all([write(owner, 'a'), write(bob!, 'b')]);
    const words = (await owner.artifacts.get(id)).content.trim().split(' ');
    expect(words.filter((word) => word.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
    expect(words.filter((word) => word.startsWith('b'))).toEqual(['b1', 'b2', 'b3']);
    expect(words).toHaveLength(6);
    expect(faults()).toBeGreaterThan(0);
  });
});

test('N sends to a server that is killed and comes back are N messages, received once and in order', async () => {
  const settings = quietly(scratch(onTestFinished));
  let server = await startServer(settings);
  const { url } = server;
  onTestFinished(() => server.kill());
  let retries = 0;
  const parley = connect(url, { ...stubborn, hooks: { retry: () => void (retries += 1) } });
  const [owner, bob, carol] = await meeting(parley, 'Bob', 'Carol');
  const readers = [listen(owner.events()), listen(bob!.events({ transport: 'poll' }))];
  const speaking = Promise.all([speak(bob!, 'bob', 150), speak(carol!, 'carol', 150)]);
  for (let kills = 0; kills < 2; kills += 1) {
    await sleep(150);
    await server.kill();
    server = await startServer({ ...settings, PORT: new URL(url).port });
  }
  await expectExactlyOnce(owner, readers, await speaking);
  await owner.close();
  await readers[0]!.ended;
  expect(retries).toBeGreaterThan(1);
});
