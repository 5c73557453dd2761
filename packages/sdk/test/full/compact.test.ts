import { gzipSync } from 'node:zlib';
import { describe, expect, inject, test } from 'vitest';
import { CompactParley, CompactSpace } from '../../src/compact.ts';
import { KeyError, Space } from '../../src/index.ts';
import { bundled } from '../bundle.ts';
import { connect, eventually, listen, meeting } from '../meeting.ts';

const server = inject('server');

describe('the compact client', () => {
  test('talks, listens, reads and calls any operation, as the whole one does', async () => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    const parley = new CompactParley({ baseUrl: server.url });
    const { spaceId, key, participantId } = bob!;
    const space = parley.space({ spaceId, key, participantId });
    const { heard } = listen(space.events());
    const { deliveries } = await space.send('Hello', { to: 'Olga' });
    expect(deliveries?.map((each) => each.participantId)).toEqual([owner.participantId]);
    const hello = () => heard.find((event) => event.type === 'message');
    await eventually(hello);
    const { data } = hello()!;
    expect(data).toMatchObject({ content: 'Hello', isMine: true });
    await data.reply('Once more');
    expect((await space.recent(1)).map(({ content, replyTo }) => [content, replyTo])).toEqual([['Once more', data.id]]);
    const all: string[] = [];
    for await (const { content } of space.history({ limit: 1 })) all.push(content);
    expect(all).toEqual(['Hello', 'Once more']);
    expect(await parley.call('getSpace', { spaceId }, { key })).toMatchObject({ spaceId });
    await space.call('leaveSpace', {});
    await expect(space.call('getSpace', {})).rejects.toThrow(KeyError);
  });

  test('shows no key, and refuses wrong ids and options before anything is sent', async () => {
    const parley = new CompactParley({ baseUrl: server.url });
    const space = parley.space({ spaceId: 'here', key: 'secret' });
    expect(JSON.stringify(space)).toBe('{"spaceId":"here"}');
    expect(() => parley.space({ spaceId: '..', key: 'secret' })).toThrow(TypeError);
    const asked: [TypeError['name'], Promise<unknown>][] = [
      ['artifactId must be an id', space.call('getArtifact', { artifactId: '..' })],
      ['artifactId is required', space.call('getArtifact', {} as never)],
      ['options cannot have "timeout"; did you mean "timeoutMs"?', space.call('getSpace', {}, { timeout: 1 } as never)],
    ];
    await Promise.all(asked.map(([message, call]) => expect(call).rejects.toThrow(new TypeError(message))));
  });

  test('is what a space of the whole client extends', () => expect(Space.prototype).toBeInstanceOf(CompactSpace));

  test('is less than 12 kB in a bundle', async () => {
    const size = async (source: string) => gzipSync(await bundled(source)).length / 1_000;
    const compact = await size(`export { CompactParley } from '@parley/sdk/compact'`);
    expect(compact).toBeLessThan(12);
    expect(await size(`export { Parley } from '@parley/sdk'`)).toBeGreaterThan(compact + 4);
  });
});
