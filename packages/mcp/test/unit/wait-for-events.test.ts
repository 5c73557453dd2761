import { contract } from '@parley/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { byKeys, callTool, parleyTools, type Backend, type EventPage } from '../../src/index.ts';

const tool = parleyTools({ contract: contract(), addressing: byKeys }).get('wait_for_events')!;
const { signal } = new AbortController();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A space in which these events happen at the end of the wait. */
function quiet(events: EventPage['events'] = []) {
  const waits: number[] = [];
  const backend = {
    run: async () => ({ deliveries: [] }),
    openWork: async () => undefined,
    async eventsAfter(_args, after = 0, waitMs) {
      waits.push(waitMs);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      return { participantId: 'me', events, sequence: after };
    },
  } as Partial<Backend> as Backend;
  return { backend, waits };
}

it('waits 10 minutes for a client that is told of the progress, every 15 seconds until the end', async () => {
  const { backend, waits } = quiet();
  const told: [number, number][] = [];
  const answer = tool.call(backend, { spaceId: 's', wait: 600 }, signal, (...each) => void told.push(each));
  await vi.advanceTimersByTimeAsync(600_000);
  await answer;
  expect(waits).toEqual([0, 600_000]);
  expect(told.slice(0, 2)).toEqual([
    [15, 600],
    [30, 600],
  ]);
  const count = told.length;
  expect(count).toBeGreaterThanOrEqual(39);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toHaveLength(count);
});

it('waits 25 seconds for any other client, whatever it asks for', async () => {
  const { backend, waits } = quiet();
  const answer = tool.call(backend, { spaceId: 's', wait: 600 }, signal);
  await vi.advanceTimersByTimeAsync(25_000);
  await answer;
  await expect(tool.call(backend, { spaceId: 's', wait: 601 }, signal)).rejects.toThrow('wait must be at most 600');
  expect(waits).toEqual([0, 25_000]);
});

it('shows a directed message once: not as a delivery that is queued too', async () => {
  const example = contract().listMessages.example.output.messages[0]!;
  const delivery = {
    sequence: 5,
    deliveryId: 'd',
    messageId: example.id,
    senderId: 's',
    participantId: 'p',
    state: 'queued',
    attempt: 0,
  };
  const events = [
    { event: 'message', data: { ...example, content: 'Hi' } },
    { event: 'delivery', data: delivery },
    { event: 'delivery', data: { ...delivery, state: 'claimed' } },
    { event: 'delivery', data: { ...delivery, messageId: 'other' } },
  ];
  const { backend } = quiet(events);
  const result = callTool(backend, tool, { spaceId: 's', wait: 0 }, signal, vi.fn());
  await vi.advanceTimersByTimeAsync(0);
  const [content] = (await result).content as { text: string }[];
  expect(content!.text.match(/^- delivery:.*$/gm)).toEqual([
    expect.stringContaining('state: claimed'),
    expect.stringContaining('messageId: other'),
  ]);
  expect(content!.text).toMatch(/^- #4 .*\nBEGIN (\w+)\nHi\nEND \1$/m);
});

it('does not sleep through a delivery that comes right after its look at the queue', async () => {
  const delivery = { deliveryId: 'd', messageId: 'm', senderId: 's', participantId: 'me', state: 'queued', attempt: 0 };
  const log: EventPage['events'] = [];
  const backend = {
    async run() {
      const deliveries = log.map(({ data }) => data);
      log.push({ event: 'delivery', data: delivery });
      return { deliveries };
    },
    async eventsAfter(_args, after = log.length, waitMs) {
      if (log.length <= after) await new Promise((resolve) => setTimeout(resolve, waitMs));
      return { participantId: 'me', events: log.slice(after), sequence: log.length };
    },
  } as Partial<Backend> as Backend;
  const answer = tool.call(backend, { spaceId: 's', wait: 25 }, signal);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(await answer).toMatchObject({ deliveries: [delivery], events: [{ event: 'delivery', data: delivery }] });
});
