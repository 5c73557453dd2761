import { readEnvelope } from '@parley/core';
import { answer, meeting, startServer, textInField, type Member, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clients as a2aClients } from '../a2a-clients.ts';
import { onPostgres, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { keyed, mcpClients, ok } from '../mcp-clients.ts';

let place: Place;
const start = () => startServer(place.settings);
let servers: [TestServer, TestServer];
beforeAll(async () => {
  place = await onPostgres();
  servers = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await place.remove();
});

const send = (server: TestServer, member: Member, content: string) => answer(200, server, 'sendMessage', member, { content });

interface Shown {
  content: string;
  sequence: number;
}

/** What a reader has got so far. */
class Position {
  after = 0;
  readonly texts: string[] = [];

  take(sequence: number, text?: string): void {
    expect(sequence, 'nothing comes twice, and nothing out of order').toBeGreaterThan(this.after);
    this.after = sequence;
    if (text !== undefined) this.texts.push(text);
  }
}

/** Reads a space at one process, from a position, until the process or the test ends. */
type Read = (server: TestServer, ada: Member, position: Position, over: AbortSignal) => Promise<void>;

const overA2a =
  (connect: (typeof a2aClients)[number][1]): Read =>
  async (server, ada, position, over) => {
    const client = await connect(server.url);
    const updates = client.follow(`${ada.spaceId}.${ada.id}`, ada.key, position.after, over);
    for await (const { sequence, event, texts } of updates) {
      if (sequence !== undefined) position.take(sequence, event === 'message' ? readEnvelope(texts![0]!).content : undefined);
    }
  };

const byWaiting =
  (connect: (typeof mcpClients)[number][1]): Read =>
  async (server, ada, position, over) => {
    const client = await connect(server.url, keyed(ada));
    while (!over.aborted) {
      const found = await ok(client, 'wait_for_events', { spaceId: ada.spaceId, after: position.after, wait: 2 });
      for (const { event, data } of found['events'] as { event: string; data: Shown }[]) {
        if (event === 'message') position.take(data.sequence, textInField(data.content));
      }
      position.after = Number(found['sequence']);
    }
  };

/** Reads a resource when it is told that it has changed. Clients do not say when the stream of a subscription has broken. */
const bySubscription =
  (connect: (typeof mcpClients)[number][1]): Read =>
  async (server, ada, position, over) => {
    const client = await connect(server.url, keyed(ada));
    const uri = `parley://spaces/${ada.spaceId}/messages`;
    const read = async () => {
      for (let more = true; more;) {
        const page = JSON.parse(await client.read(`${uri}?after=${position.after}`)) as { messages: Shown[]; hasMore: boolean };
        for (const { sequence, content } of page.messages) position.take(sequence, textInField(content));
        more = page.hasMore;
      }
    };
    let reading = Promise.resolve();
    const failed = new Promise<never>((_, reject) => {
      client.onUpdate(() => void (reading = reading.then(read)).catch(reject));
    });
    await client.subscribe(uri);
    await (reading = reading.then(read));
    const left = new Promise<void>((resolve) => over.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([failed, left]);
  };

const readers: [name: string, read: Read][] = [
  ...a2aClients.map(([name, connect]): [string, Read] => [name, overA2a(connect)]),
  ...mcpClients.map(([name, connect]): [string, Read] => [`wait_for_events with ${name}`, byWaiting(connect)]),
  ...mcpClients.map(([name, connect]): [string, Read] => [`a subscription with ${name}`, bySubscription(connect)]),
];

describe.each(mcpClients)('with %s', (_, connect) => {
  it('a subscriber at one process is told of each write at another, and reads it there', async () => {
    const { owner, crew } = await meeting(servers[0], 1);
    const [ada] = crew as [Member];
    const client = await connect(servers[1].url, keyed(ada));
    const uri = `parley://spaces/${ada.spaceId}/messages`;
    let told = 0;
    client.onUpdate(() => (told += 1));
    await client.subscribe(uri);
    for (const text of ['one', 'two', 'three']) {
      const before = told;
      await send(servers[0], owner, text);
      await eventually(() => told > before);
      const { messages } = JSON.parse(await client.read(uri)) as { messages: Shown[] };
      expect(textInField(messages.at(-1)!.content)).toBe(text);
    }
    expect(told).toBe(3);
  });

  it('wait_for_events at one process answers what is written at another', async () => {
    const { owner, crew } = await meeting(servers[0], 1);
    const [ada] = crew as [Member];
    const client = await connect(servers[1].url, keyed(ada));
    const wait = (after?: unknown) => ok(client, 'wait_for_events', { spaceId: ada.spaceId, after });
    let { sequence } = await ok(client, 'wait_for_events', { spaceId: ada.spaceId, wait: 0 });
    for (const text of ['one', 'two', 'three']) {
      const waiting = wait(sequence);
      await send(servers[0], owner, text);
      const found = await waiting;
      const [event] = found['events'] as { data: Shown }[];
      expect(textInField(event!.data.content)).toBe(text);
      sequence = found['sequence'];
    }
  });
});

it('when a process is killed, its readers go on at another: nothing is lost, and nothing comes twice', async () => {
  const victim = await start();
  const { owner, crew } = await meeting(servers[0], readers.length);
  const over = new AbortController();
  const died = new AbortController();
  void victim.ended.then(() => died.abort());
  const positions = readers.map(() => new Position());
  let ended = 0;
  const reading = readers.map(async ([, read], i) => {
    await read(victim, crew[i]!, positions[i]!, died.signal).catch(() => {});
    ended += 1;
    await read(servers[1], crew[i]!, positions[i]!, over.signal).catch((error: unknown) => {
      if (!over.signal.aborted) throw error;
    });
  });
  const texts = Array.from({ length: 60 }, (_, i) => `${i}`);
  for (const [i, text] of texts.entries()) {
    await send(servers[i % 2]!, owner, text);
    if (i !== 20) continue;
    await eventually(() => positions.every((position) => position.texts.length > 5));
    expect(ended).toBe(0);
    await victim.kill();
  }
  await eventually(() => positions.every((position) => position.texts.length >= texts.length));
  for (const [i, [name]] of readers.entries()) expect(positions[i]!.texts, name).toEqual(texts);
  expect(ended).toBe(readers.length);
  over.abort();
  await Promise.all(reading);
});
