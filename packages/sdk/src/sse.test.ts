import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimeoutError } from './errors.ts';
import { serverEvents, type ServerEvent } from './sse.ts';

async function eventsIn(chunks: Iterable<Uint8Array>, idleMs = 60_000): Promise<ServerEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of serverEvents(body, idleMs)) events.push(event);
  return events;
}

const bytes = (text: string) => new TextEncoder().encode(text);

function cut(whole: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (whole.length + 1)).toSorted((a, b) => a - b), whole.length];
  return at.slice(1).map((end, i) => whole.slice(at[i], end));
}

test('reads the same events however the bytes are cut, whatever characters they hold', async () => {
  const content = fc.string({
    unit: fc.oneof(fc.constantFrom('\u2028', '\u2029', '\r', '\n', ':', ' ', '😀'), fc.string({ unit: 'binary' })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(content, { maxLength: 5 }), fc.array(fc.nat()), fc.boolean(), async (contents, places, crlf) => {
      const frames = contents.map((each, i) => `: hello\n\nevent: message\nid: ${i}\ndata: ${JSON.stringify(each)}\n\n`).join('');
      const events = await eventsIn(cut(bytes(crlf ? frames.replaceAll('\n', '\r\n') : frames), places));
      expect(events).toEqual(contents.map((each, i) => ({ type: 'message', id: String(i), data: JSON.stringify(each) })));
    }),
  );
});

test('joins the lines of one event and ignores what it does not know', async () => {
  const events = await eventsIn([bytes('retry: 3000\n\nevent:x\nother: 1\nnothing\ndata: a\ndata:b\ndata\n\n')]);
  expect(events).toEqual([{ type: 'x', id: '', data: 'a\nb\n', retryMs: 3000 }]);
});

test('yields no event whose end was cut off', async () => {
  expect(await eventsIn([bytes('id: 1\ndata: {}\n\nid: 12\ndata: {"whole":true}\n')])).toEqual([
    { type: 'message', id: '1', data: '{}' },
  ]);
});

test('takes the connection for lost after that much silence', async () => {
  const mute = new ReadableStream<Uint8Array>({});
  await expect(serverEvents(mute, 20).next()).rejects.toThrow(TimeoutError);
});

test('lets the stream go when its reader leaves', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes('data: 1\n\n')),
    cancel: () => void (cancelled = true),
  });
  for await (const _ of serverEvents(body, 60_000)) break;
  expect(cancelled).toBe(true);
});
