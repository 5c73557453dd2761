import type { MessageView, Space, SpaceEvent } from '@parley/sdk';
import { expect, test } from 'vitest';
import { event, message, said } from './meeting.fixture.ts';
import { eventsWithPast } from './past.ts';

const ready = (sequence: number) => event('ready', { spaceId: '', participantId: '', sequence, serverTime: '' });

/** The messages that are told, of a space with this stream and this history. */
async function told(stream: SpaceEvent[], history: MessageView[]) {
  const asked: unknown[] = [];
  const space = {
    async *events() {
      yield* stream;
    },
    async *history({ after }: { after: number }) {
      asked.push(after);
      yield* history.filter(({ sequence }) => sequence > after);
    },
  } as unknown as Space;
  const contents: string[] = [];
  for await (const { type, data } of eventsWithPast(space, new AbortController().signal))
    if (type === 'message') contents.push(data.content);
  return { contents, asked };
}

test('earlier messages come first, and a message in both sources comes once', async () => {
  const log = [message('Ann', 'one', 1), message('Ann', 'two', 2), message('Ann', 'three', 3)];
  const { contents } = await told([ready(2), said('Ann', 'three', 3)], log);
  expect(contents).toEqual(['one', 'two', 'three']);
});

test('the past is shown once, however often the client reconnects', async () => {
  const { contents, asked } = await told([ready(1), ready(1), said('Ann', 'two', 2)], [message('Ann', 'one', 1)]);
  expect(contents).toEqual(['one', 'two']);
  expect(asked).toEqual([0]);
});

test('of a long log only the end is asked for', async () => {
  expect((await told([ready(100_000)], [])).asked).toEqual([99_500]);
});
