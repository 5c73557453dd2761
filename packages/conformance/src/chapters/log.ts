import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { everybody, join, openSpace, say, write, type Member } from '../scenes.ts';
import { covers, type Input } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

const page = async (reader: Member, input: Input = {}) => (await covers('listEvents', 200, reader, input)).body;
const placesIn = ({ events }: Awaited<ReturnType<typeof page>>) => events.map(({ data }) => data.sequence);

additions('listEvents', () => {
  promise('200 with what a stream has told, of all kinds, oldest first, with times', async () => {
    const owner = await openSpace();
    const stream = await openStream(owner, { lastEventId: 0 });
    const guest = await join(owner);
    await say(guest, 'one');
    await write(guest, '# Plan');
    await say(guest, 'two');
    await covers('leaveSpace', 200, guest);
    await say(owner, 'three');
    await stream.first('message', ({ content }) => content === 'three');
    const { events, hasMore } = await page(owner);
    expect(hasMore).toBe(false);
    for (const kind of ['message', 'artifact', 'participant-status'] as const)
      expect(events.filter(({ event }) => event === kind).map(({ data }) => data)).toEqual(stream.all(kind));
    const places = events.map(({ data }) => data.sequence);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const [first] = (await covers('listMessages', 200, owner)).body.messages;
    expect(events.find(({ event }) => event === 'message')).toMatchObject({ at: first!.timestamp, data: first });
  });

  promise('200 page by page, back with `before`, and on with `after`', async () => {
    const { owner, guest } = await everybody();
    for (const text of ['one', 'two', 'three', 'four', 'five']) await say(guest, text);
    const all = placesIn(await page(owner));
    const back: number[] = [];
    let newest = await page(owner, { limit: 2 });
    expect(placesIn(newest)).toEqual(all.slice(-2));
    for (back.unshift(...placesIn(newest)); newest.hasMore; back.unshift(...placesIn(newest)))
      newest = await page(owner, { limit: 2, before: newest.cursor });
    expect(back).toEqual(all);
    const on = await page(owner, { limit: 2, after: all[0]! });
    expect([placesIn(on), on.hasMore]).toEqual([all.slice(1, 3), true]);
    expect(placesIn(await page(owner, { after: on.cursor }))).toEqual(all.slice(3));
    expect(placesIn(await page(owner, { after: all[0]!, before: all.at(-1)! }))).toEqual(all.slice(1, -1));
  });

  promise('200 with the kinds that are asked for; 400 for one that does not exist', async () => {
    const { owner, guest } = await everybody();
    await say(guest, 'one');
    await write(guest, '# Plan');
    const { events } = await page(owner, { kinds: 'artifact,message' });
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['artifact', 'message']));
    for (const kinds of ['gossip', 'message,', 'context']) await covers('listEvents', 400, owner, { kinds });
  });

  promise('200 with what the caller can see: a delivery only for those concerned', async () => {
    const { owner, guest } = await everybody();
    const eve = await join(owner, { name: 'Eve' });
    const bob = await join(owner, { name: 'Bob' });
    await say(guest, 'Ready?', { to: [bob.id] });
    const told = async (who: Member) => (await page(who, { kinds: 'delivery' })).events.length;
    expect(await Promise.all([guest, bob, owner, eve].map(told))).toEqual([1, 1, 1, 0]);
  });

  promise('200 without the texts that were redacted', async () => {
    const { owner, guest } = await everybody();
    const messageId = await say(guest, 'hunter2');
    await covers('redactMessage', 200, guest, { messageId });
    const { events } = await page(owner);
    expect(JSON.stringify(events)).not.toContain('hunter2');
    expect(events.map(({ event }) => event)).toContain('message-redacted');
  });
});
