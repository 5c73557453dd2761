import { streamViews } from '../../resources/views.ts';
import { expect, it } from 'vitest';
import type { Sink } from '../../engine/stream/follow.ts';
import { LoggedEvent } from '../../engine/stream/logged.ts';
import { Notice } from '../../engine/stream/notice.ts';
import { fromTheStart, refusedWith, Subscribed } from './subscribed.ts';

class Taken implements Sink {
  closed = false;
  readonly gone = new Promise<void>(() => {});
  readonly frames: Buffer[] = [];
  deliver: Sink['deliver'] = (_, frames) => void this.frames.push(frames);
  notify(): void {}
  live(): void {}
  async room(): Promise<void> {}
  end = (): void => void (this.closed = true);
}

function subscribed(from?: { after: number }) {
  const taken = new Taken();
  return { taken, sink: new Subscribed(taken, from) };
}

const message = (sequence: number) =>
  new LoggedEvent(
    { spaceId: 's', sequence, at: 0, event: 'space-closed', body: '{"reason":"closed","at":0}' },
    streamViews({ publicUrl: 'https://parley.example' }),
  );
const context = new Notice('context', '{"a":1,\n"b":2}');

it('encodes what it is told once for all subscriptions that are told it together', async () => {
  const readers = Array.from({ length: 3 }, () => subscribed({ after: 6 }));
  const events = [message(7), message(8)];
  for (const { sink } of readers) sink.deliver(events);
  for (const { sink } of readers) sink.notify(context);
  const [first, ...others] = readers.map(({ taken }) => taken.frames.slice(1));
  expect(first).toHaveLength(2);
  for (const frames of others) frames.forEach((frame, i) => expect(frame).toBe(first![i]));
  await Promise.resolve();
  readers[0]!.sink.deliver(events);
  expect(readers[0]!.taken.frames.at(-1)).not.toBe(first![0]);
});

it('gives each subscription its own place to resume from, also with a notice that several are told', () => {
  const [late, early] = [subscribed({ after: 9 }), subscribed({ after: 4 })];
  for (const { sink } of [late, early]) sink.notify(context);
  const ids = [late, early].map(({ taken }) => /^id: (\d+)$/m.exec(taken.frames.at(-1)!.toString())?.[1]);
  expect(ids).toEqual(['9', '4']);
});

it('has each event on one line, as the library does', () => {
  const { sink, taken } = subscribed({ after: 9 });
  sink.notify(context);
  expect(taken.frames.at(-1)!.toString()).toBe('id: 9\ndata: {"event":"context","data":{"a":1,"b":2}}\n\n');
});

it('is complete when nothing remains to resume', () => {
  const { sink, taken } = subscribed();
  sink.complete();
  sink.end();
  expect(taken.frames.at(-1)!.toString()).toBe('event: return\ndata: \n\n');
});

it('lets each connection wait between 1,500 and 6,000 ms before it comes back, over SSE and tRPC', () => {
  const first = {
    SSE: () => new Notice('ready', '{}').frame.toString(),
    tRPC: () => subscribed().taken.frames[0]!.toString(),
    'a refusal by tRPC': () => refusedWith({}),
  };
  for (const [transport, frame] of Object.entries(first)) {
    const waits = Array.from({ length: 2_000 }, () => Number(/^retry: (\d+)$/m.exec(frame())?.[1]));
    expect(Math.min(...waits), transport).toBeGreaterThanOrEqual(1_500);
    expect(Math.max(...waits), transport).toBeLessThanOrEqual(6_000);
    expect(new Set(waits).size, transport).toBeGreaterThan(100);
  }
});

it('repeats its first request when it resumes from the start', () => {
  expect(fromTheStart({ spaceId: 's', timestamp: 't', lastEventId: 'start' })).toEqual({ spaceId: 's', timestamp: 't' });
  expect(fromTheStart({ spaceId: 's', lastEventId: '7' })).toEqual({ spaceId: 's', lastEventId: '7' });
});
