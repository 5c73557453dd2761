import { eventually } from '../eventually.ts';
import { expect } from '../expect/expect.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { anySpace, everybody, openSpace, say } from '../scenes.ts';
import { target } from '../target.ts';
import { covers } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

const epoch = '1970-01-01T00:00:00Z';

group('streamMessages', () => {
  addition('200 with headers that keep caches and proxies from holding it back', async () => {
    const { headers } = await openStream(await openSpace());
    expect(headers.get('cache-control')).toMatch(/\bno-store\b/);
    expect(headers.get('x-accel-buffering')).toBe('no');
  });

  addition('says `ready` first, then the backlog, then `context`', async () => {
    const owner = await openSpace();
    await say(owner, 'One');
    await say(owner, 'Two');
    const stream = await openStream(owner, { timestamp: epoch });
    await stream.first('context');
    expect(stream.names()).toEqual(['ready', 'message', 'message', 'context']);
    expect(stream.retry).toBe(3000);
    expect(stream.all('ready')[0]).toMatchObject({ spaceId: owner.spaceId, participantId: owner.id });
  });

  addition('numbers what is kept, and nothing else', async () => {
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

  promise('400 with a time that is none', async () => {
    await covers('streamMessages', 400, await anySpace(), { timestamp: 'yesterday' });
  });

  addition('400 with an event id that is none', async () => {
    await covers('streamMessages', 400, await anySpace(), { lastEventId: 'first' });
  });

  promise('tells what was said before, and then what is said', async () => {
    const { owner, guest } = await everybody();
    await say(owner, 'Once upon a time');
    const stream = await openStream(guest, { timestamp: epoch });
    const told = () => JSON.stringify(stream.events);
    await eventually(() => told().includes('Once upon a time'));
    await say(owner, 'And then');
    await eventually(() => told().includes('And then'));
    expect(told().indexOf('Once upon a time')).toBeLessThan(told().indexOf('And then'));
  });

  addition('tells each message once and in order to one who listens while others speak', async () => {
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

  addition('comments every 15 seconds, so that a silent stream is known to live', async () => {
    const owner = await openSpace();
    const began = performance.now();
    const { comments } = await openStream(owner);
    expect(comments).toEqual([]);
    await eventually(() => comments.length > 0, 29_000);
    expect(performance.now() - began).toBeGreaterThan(14_900);
  });
});
