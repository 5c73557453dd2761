import {
  NetworkError,
  NotFoundError,
  ServerError,
  type DeliveryView,
  type MessageView,
  type Space,
  type SpaceEvent,
} from '@parley/sdk';
import { expect, test } from 'vitest';
import { event, message, said } from './meeting.fixture.ts';
import { eventsWithPast } from './past.ts';

const ready = (sequence: number) => event('ready', { spaceId: '', participantId: '', sequence, serverTime: '' });

/** The messages that are told, of a space with this stream and this history. */
async function told(
  stream: SpaceEvent[],
  history: MessageView[],
  deliveries: Partial<DeliveryView>[] | Error = [],
  readTo?: number,
) {
  const asked: number[] = [];
  const space = {
    async *events() {
      yield* stream;
    },
    async *history({ after }: { after: number }) {
      asked.push(after);
      yield* history.filter(({ sequence }) => sequence > after);
    },
    call: async (_: string, { role, after }: { role: string; after: number }) => {
      if (deliveries instanceof Error) throw deliveries;
      const rest = deliveries.filter(({ sequence }) => role === 'sender' && sequence! > after);
      return { deliveries: rest.slice(0, 1), cursor: rest[0]?.sequence ?? after, hasMore: rest.length > 1 };
    },
  } as unknown as Space;
  const contents: string[] = [];
  const states: string[] = [];
  const options = { readTo, onBegin: (after: number) => asked.push(after) };
  for await (const { type, data } of eventsWithPast(space, new AbortController().signal, options)) {
    if (type === 'message') contents.push(data.content);
    if (type === 'delivery') states.push(`${data.messageId} ${data.outcome}`);
  }
  return { contents, asked, states };
}

test('earlier messages come first, and a message in both sources comes once', async () => {
  const log = [message('Ann', 'one', 1), message('Ann', 'two', 2), message('Ann', 'three', 3)];
  const { contents } = await told([ready(2), said('Ann', 'three', 3)], log);
  expect(contents).toEqual(['one', 'two', 'three']);
});

test('the past is shown once, however often the client reconnects', async () => {
  const { contents, asked } = await told([ready(1), ready(1), said('Ann', 'two', 2)], [message('Ann', 'one', 1)]);
  expect(contents).toEqual(['one', 'two']);
  expect(asked).toEqual([0, 0]);
});

test('the rest of the past follows when the service is back, if it went away meanwhile', async () => {
  const log = [message('Ann', 'one', 1), message('Ann', 'two', 2), message('Ann', 'three', 3)];
  let isAway = true;
  const asked: number[] = [];
  const caughtUp: number[] = [];
  const space = {
    async *events() {
      yield* [ready(2), ready(3), said('Ann', 'three', 3)];
    },
    async *history({ after }: { after: number }) {
      asked.push(after);
      for (const each of log.slice(after)) {
        yield each;
        if (isAway) {
          isAway = false;
          throw new NetworkError('It could not be reached');
        }
      }
    },
    call: async () => ({ deliveries: [], cursor: 0, hasMore: false }),
  } as unknown as Space;
  const contents: string[] = [];
  const options = { onCaughtUp: () => caughtUp.push(contents.length) };
  for await (const { type, data } of eventsWithPast(space, new AbortController().signal, options))
    if (type === 'message') contents.push(data.content);
  expect(contents).toEqual(['one', 'two', 'three']);
  expect(asked).toEqual([0, 1]);
  expect(caughtUp).toEqual([2]);
});

test('of a long log only the end is asked for', async () => {
  expect((await told([ready(100_000)], [])).asked).toEqual([99_500, 99_500]);
});

test('a user who comes back is told everything that is unread, unless that is too much', async () => {
  expect((await told([ready(10_000)], [], [], 8_000)).asked).toEqual([8_000, 8_000]);
  expect((await told([ready(10_000)], [], [], 9_900)).asked).toEqual([9_500, 9_500]);
  expect((await told([ready(10_000)], [], [], 10)).asked).toEqual([9_500, 9_500]);
});

test('what became of the latest directed messages comes after them, from all pages', async () => {
  const deliveries = [1, 600, 700].map((sequence) => ({ sequence, messageId: `m${sequence}`, outcome: 'replied' as const }));
  expect((await told([ready(1_000)], [], deliveries)).states).toEqual(['m600 replied', 'm700 replied']);
});

test('a server without deliveries is no reason to end the chat', async () => {
  const missing = new NotFoundError('No such path', { status: 404, code: 'not_found' });
  expect(await told([ready(1)], [message('Ann', 'one', 1)], missing)).toMatchObject({ contents: ['one'], states: [] });
  await expect(told([ready(1)], [], new ServerError('Down', { status: 503 }))).rejects.toThrow('Down');
});
