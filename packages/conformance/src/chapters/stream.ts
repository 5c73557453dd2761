import { eventually } from '../eventually.ts';
import { expect } from '../expect/expect.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { anySpace, everybody, openSpace, say } from '../scenes.ts';
import { target } from '../target.ts';
import { covers } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

const epoch = '1970-01-01T00:00:00Z';

group('streamMessages', () => {
  addition('200 with headers that keep caches and proxies from buffering it', async () => {
    const { headers } = await openStream(await openSpace());
    expect(headers.get('cache-control')).toMatch(/\bno-store\b/);
    expect(headers.get('x-accel-buffering')).toBe('no');
  });

  addition('sends `ready` first, then the backlog, then `context`', async () => {
    const owner = await openSpace();
    await say(owner, 'One');
    await say(owner, 'Two');
    const stream = await openStream(owner, { timestamp: epoch });
    await stream.first('context');
    expect(stream.names()).toEqual(['ready', 'message', 'message', 'context']);
    expect(stream.retry).toBeGreaterThanOrEqual(1_500);
    expect(stream.retry).toBeLessThanOrEqual(6_000);
    expect(stream.all('ready')[0]).toMatchObject({ spaceId: owner.spaceId, participantId: owner.id });
  });

  addition('numbers stored events, and no others', async () => {
    const owner = await openSpace();
    await say(owner, 'One');
    const stream = await openStream(owner, { timestamp: epoch });
    await stream.first('context');
    const [ready, message, context] = stream.events;
    expect(ready).not.toHaveProperty('id');
    expect(message!.id).toBe(String(stream.all('message')[0]!.sequence));
    expect(context).not.toHaveProperty('id');
  });

  addition('shows messages as `listMessages` does, replayed or live', async () => {
    const { owner, guest } = await everybody();
    await say(owner, 'Replayed');
    const stream = await openStream(guest, { timestamp: epoch });
    await stream.first('context');
    await say(guest, '<p>Live</p>', { type: 'html' });
    await stream.first('message', ({ content }) => content === '<p>Live</p>');
    expect(stream.all('message')).toEqual((await covers('listMessages', 200, owner)).body.messages);
  });

  promise('200 with the key in the query', async () => {
    const { spaceId, key, id } = await openSpace();
    const stream = await openStream({ spaceId }, { key });
    if (!target().specOnly) expect((await stream.first('ready')).participantId).toBe(id);
  });

  promise('401 with a wrong key in the query', async () => {
    const { spaceId } = await openSpace();
    await covers('streamMessages', 401, { spaceId }, { key: 'f'.repeat(64) });
  });

  promise('400 with an invalid time', async () => {
    await covers('streamMessages', 400, await anySpace(), { timestamp: 'yesterday' });
  });

  addition('400 with an invalid event id', async () => {
    await covers('streamMessages', 400, await anySpace(), { lastEventId: 'first' });
  });

  promise('delivers earlier messages, and then new ones', async () => {
    const { owner, guest } = await everybody();
    await say(owner, 'Once upon a time');
    const stream = await openStream(guest, { timestamp: epoch });
    const told = () => JSON.stringify(stream.events);
    await eventually(() => told().includes('Once upon a time'));
    await say(owner, 'And then');
    await eventually(() => told().includes('And then'));
    expect(told().indexOf('Once upon a time')).toBeLessThan(told().indexOf('And then'));
  });

  addition('delivers each message once and in order while others send', async () => {
    const { owner, guest } = await everybody();
    const speaking = Promise.all(
      Array.from({ length: 4 }, async (_, speaker) => {
        for (let number = 0; number < 15; number += 1) await say(guest, `${speaker}.${number}`);
      }),
    );
    const listeners = [];
    for (let number = 0; number < 5; number += 1) listeners.push(await openStream(owner, { timestamp: epoch }));
    await speaking;
    const { messages } = (await covers('listMessages', 200, owner)).body;
    for (const stream of listeners) {
      await eventually(() => stream.all('message').length >= messages.length);
      expect(stream.all('message')).toEqual(messages);
    }
  });

  addition('sends a comment every 15 seconds, as a sign of life', async () => {
    const owner = await openSpace();
    const began = performance.now();
    const { comments } = await openStream(owner);
    expect(comments).toEqual([]);
    await eventually(() => comments.length > 0, 29_000);
    expect(performance.now() - began).toBeGreaterThan(14_900);
  });
});
