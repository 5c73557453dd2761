import { expect } from '../expect/expect.ts';
import { addition, additions, group, promise } from '../runner/promises.ts';
import { everybody, join, openSpace, say, type Member } from '../scenes.ts';
import { alsoPromised } from '../spec-only.ts';
import { target } from '../target.ts';
import { covers, type Input } from '../wire/call.ts';

const page = async (reader: Member, input?: Input) => (await covers('listMessages', 200, reader, input)).body;
const contents = async (reader: Member, input?: Input) => (await page(reader, input)).messages.map(({ content }) => content);

async function several(count: number): Promise<Member> {
  const owner = await openSpace();
  for (let number = 1; number <= count; number += 1) await say(owner, String(number));
  return owner;
}

group('timestamps', () => {
  addition('strictly increase by whole milliseconds, even with concurrent messages', async () => {
    const { owner, guest } = await everybody();
    const speakers = [owner, guest, await join(owner)];
    await Promise.all(Array.from({ length: 60 }, (_, number) => say(speakers[number % 3]!, String(number))));
    const { messages } = await page(guest);
    expect(new Set(messages.map(({ content }) => content)).size).toBe(60);
    for (const [index, { timestamp, sequence }] of messages.entries()) {
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      if (index === 0) continue;
      expect(Date.parse(timestamp)).toBeGreaterThan(Date.parse(messages[index - 1]!.timestamp));
      expect(sequence).toBeGreaterThan(messages[index - 1]!.sequence);
    }
  });

  promise('never skip or repeat a message for a poller while others send', async () => {
    const { owner, guest } = await everybody();
    const seen: string[] = [];
    let spoken = false;
    const speaking = Promise.all(
      Array.from({ length: 4 }, async (_, speaker) => {
        for (let number = 0; number < 15; number += 1) await say(guest, `${speaker}.${number}`);
      }),
    ).then(() => (spoken = true));

    let timestamp = '1970-01-01T00:00:00Z';
    for (let last = false; !last;) {
      last = spoken;
      const { messages, cursor } = await page(owner, { timestamp });
      seen.push(...messages.map(({ id }) => id));
      timestamp = cursor;
    }
    await speaking;
    expect(seen).toEqual((await page(owner)).messages.map(({ id }) => id));
    expect(seen).toHaveLength(60);
  });
});

group('timestamp', () => {
  promise('returns only messages after that instant', async () => {
    const owner = await several(3);
    const { messages } = await page(owner);
    expect(await contents(owner, { timestamp: messages[0]!.timestamp })).toEqual(['2', '3']);
    const justBefore = new Date(Date.parse(messages[1]!.timestamp) - 1).toISOString();
    expect(await contents(owner, { timestamp: justBefore })).toEqual(['2', '3']);
  });

  promise.each(['+02:00', ...(target().specOnly ? [] : ['+0200'])])('can have an offset: %s', async (offset) => {
    const owner = await several(2);
    const { messages } = await page(owner);
    const inTwoHours = new Date(Date.parse(messages[0]!.timestamp) + 7_200_000).toISOString();
    expect(await contents(owner, { timestamp: inTwoHours.replace('Z', offset) })).toEqual(['2']);
  });

  addition('can be a leap second', async () => {
    const owner = await several(1);
    expect(await contents(owner, { timestamp: '2016-12-31T23:59:60Z' })).toEqual(['1']);
  });

  promise('in the future returns an empty page', async () => {
    const owner = await several(1);
    const timestamp = '2999-01-01T00:00:00.000Z';
    const { messages, cursor, hasMore } = await page(owner, { timestamp });
    expect(messages).toEqual([]);
    alsoPromised(() =>
      expect({ hasMore, cursor: Date.parse(cursor) }).toEqual({ hasMore: false, cursor: Date.parse(timestamp) }),
    );
  });
});

group('cursor', () => {
  addition('is the timestamp of the last message', async () => {
    const owner = await several(2);
    const { messages, cursor } = await page(owner);
    expect(cursor).toBe(messages[1]!.timestamp);
  });

  addition('stays on an empty page', async () => {
    const owner = await several(2);
    const { cursor } = await page(owner);
    const empty = await page(owner, { timestamp: cursor });
    expect(empty).toMatchObject({ messages: [], cursor });
  });

  addition('is the creation of the space if there is no message, and misses nothing', async () => {
    const owner = await openSpace();
    const { cursor } = await page(owner);
    await say(owner, 'First');
    const { messages } = await page(owner, { timestamp: cursor });
    expect(messages).toHaveLength(1);
    expect(Date.parse(cursor)).toBeLessThan(Date.parse(messages[0]!.timestamp));
  });
});

additions('pages', () => {
  promise('end at `limit`, set `hasMore`, and continue by cursor without a gap', async () => {
    const owner = await several(5);
    const first = await page(owner, { limit: 2 });
    expect(first.messages.map(({ content }) => content)).toEqual(['1', '2']);
    expect(first.hasMore).toBe(true);
    const second = await page(owner, { limit: 3, timestamp: first.cursor });
    expect(second.messages.map(({ content }) => content)).toEqual(['3', '4', '5']);
    expect(second.hasMore).toBe(false);
  });

  promise('continue by the sequence in `after` too', async () => {
    const owner = await several(4);
    const { messages } = await page(owner, { limit: 2 });
    expect(await contents(owner, { after: messages[1]!.sequence })).toEqual(['3', '4']);
    expect(await contents(owner, { after: 0, limit: 1 })).toEqual(['1']);
  });
});

additions('wait', () => {
  promise('answers as soon as someone sends a message', async () => {
    const owner = await several(1);
    const { cursor } = await page(owner);
    const began = Date.now();
    const waiting = page(owner, { timestamp: cursor, wait: 25 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await say(owner, 'At last');
    expect((await waiting).messages.map(({ content }) => content)).toEqual(['At last']);
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  promise('answers immediately if there is a message', async () => {
    const owner = await several(1);
    const began = Date.now();
    expect(await contents(owner, { wait: 25 })).toEqual(['1']);
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  promise('returns an empty page if nobody sends a message', async () => {
    const owner = await several(1);
    const { cursor } = await page(owner);
    const began = Date.now();
    expect(await page(owner, { timestamp: cursor, wait: 1 })).toMatchObject({ messages: [], cursor });
    expect(Date.now() - began).toBeGreaterThan(900);
  });
});
