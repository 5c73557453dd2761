import { createMockAdapter, createMockChatInstance, createMockLogger, createMockState } from '@chat-adapter/tests';
import type { EventData, EventsOptions, MessageView, Space, SpaceEvent } from '@parley/sdk';
import type { Message } from 'chat';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Cards } from './cards.ts';
import { Following } from './following.ts';
import { Threads } from './threads.ts';

const said = (sequence: number, more: Partial<MessageView> = {}) => {
  const message = {
    id: `m${sequence}`,
    senderId: 'olga',
    speaker: 'human',
    type: 'text',
    content: `${sequence}`,
    timestamp: 0,
    sequence,
  };
  return { type: 'message', id: sequence, data: { ...message, ...more } } as unknown as SpaceEvent;
};
const reset = (head: number) => ({ type: 'reset', data: { head } as EventData['reset'] }) as SpaceEvent;

const place = 'parley:s:scribe:position';

/** A space that nobody asks anything. At the first start its log ends there, and its streams say this, one after the other. */
function following(end: number, streams: SpaceEvent[][], state = createMockState()) {
  const starts: EventsOptions['after'][] = [];
  const untilStopped = (signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal?.aborted) resolve();
      else signal?.addEventListener('abort', () => resolve(), { once: true });
    });
  const space = {
    ...{ spaceId: 's', participantId: 'scribe' },
    pastEvents: async () => ({ events: [{ id: end }] }),
    work: (_: unknown, { signal }: { signal?: AbortSignal }) => untilStopped(signal),
    async *events({ after, signal }: EventsOptions) {
      starts.push(after);
      for (const event of streams.shift() ?? []) {
        if (signal?.aborted) return;
        yield event;
      }
      await untilStopped(signal);
    },
  } as unknown as Space;
  const texts: string[] = [];
  let handler: (text: string) => unknown = () => {};
  const chat = createMockChatInstance({
    state,
    overrides: {
      processMessage: async (_, __, message) => {
        texts.push((message as Message).text);
        await handler((message as Message).text);
      },
    },
  });
  const logger = createMockLogger();
  const begin = async () => {
    const of = { threads: new Threads(state, 's'), cards: new Cards(state, space) };
    const begun = new Following({ adapter: createMockAdapter(), chat, logger, space, ...of, isOnlyCards: false });
    onTestFinished(() => begun.stop());
    await begun.begin();
    return begun;
  };
  return { begin, texts, starts, state, logger, handle: (with_: typeof handler) => (handler = with_) };
}

describe('what happens in a space', () => {
  test('is told from the first start on, and after that from where it was handled', async () => {
    const { begin, texts, starts, state } = following(7, [[said(8)], [said(9)]]);
    const first = await begin();
    await vi.waitFor(() => expect(state.cache.get(place)).toBe(8));
    await first.stop();
    await begin();
    await vi.waitFor(() => expect(texts).toEqual(['8', '9']));
    expect(starts).toEqual([7, 8]);
  });

  test('is not missed if it comes between the first start and a second one', async () => {
    const { begin, starts, state } = following(7, []);
    await (await begin()).stop();
    expect(state.cache.get(place)).toBe(7);
    await begin();
    await vi.waitFor(() => expect(starts).toEqual([7, 7]));
  });

  test('is not told once more when an older backup was restored, but what is new is', async () => {
    const state = createMockState();
    await state.set(place, 9);
    const { begin, texts } = following(0, [[reset(3), said(2), said(3), said(4)]], state);
    await begin();
    await vi.waitFor(() => expect(state.cache.get(place)).toBe(4));
    expect(texts).toEqual(['4']);
  });

  test('is told by one of two processes with the same state', async () => {
    const state = createMockState();
    const streams = [
      [said(1), said(2)],
      [said(1), said(2), said(3)],
    ];
    const { begin, texts } = following(0, streams, state);
    await begin();
    await begin();
    await vi.waitFor(() => expect(texts).toHaveLength(3));
    expect(texts.toSorted()).toEqual(['1', '2', '3']);
  });

  test('and waits for its turn when the adapter stops is told at the next start', async () => {
    const thread = { replyTo: 'm1' };
    const { begin, texts, starts, state, handle } = following(1, [[said(2, thread), said(3, thread)], [said(3, thread)]]);
    let finish = () => {};
    handle(() => new Promise<void>((resolve) => (finish = resolve)));
    const first = await begin();
    await vi.waitFor(() => expect(texts).toEqual(['2']));
    const stopped = first.stop();
    finish();
    await stopped;
    expect([texts, state.cache.get(place)]).toEqual([['2'], 2]);
    await begin();
    await vi.waitFor(() => expect(texts).toEqual(['2', '3']));
    finish();
    expect(starts).toEqual([1, 2]);
  });

  test('is told although the state failed for a moment', async () => {
    const { begin, texts, starts, state, logger } = following(1, [[said(2)], [said(2)]]);
    vi.mocked(state.setIfNotExists).mockRejectedValueOnce(new Error('The connection was lost'));
    await begin();
    await vi.waitFor(() => expect(texts).toEqual(['2']), 10_000);
    expect(starts).toEqual([1, 1]);
    expect(vi.mocked(logger.error).mock.calls.join()).toContain('The connection was lost');
  });

  test('is told once although its handler failed', async () => {
    const { begin, texts, state, handle } = following(1, [[said(2), said(3)]]);
    handle((text) => {
      if (text === '2') throw new Error('The model is overloaded');
    });
    await begin();
    await vi.waitFor(() => expect(state.cache.get(place)).toBe(3));
    expect(texts).toEqual(['2', '3']);
  });
});
