import { beforeEach, expect, it, vi } from 'vitest';
import { paced } from './paced.ts';

const stream = { headers: { 'content-type': 'text/event-stream' } };
let send: (text: string) => void;
let end: (error?: Error) => void;
/** What was read, and when: what was read together has one time. */
let read: { at: number; text: string }[];

/** Follows a stream to its end. */
async function follow(): Promise<void> {
  const { body } = await paced('/');
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    read.push({ at: Date.now(), text: value });
  }
}

const together = (): string[] =>
  [...new Set(read.map(({ at }) => at))].map((time) => read.flatMap(({ at, text }) => (at === time ? text : [])).join(''));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
      end = (error) => (error ? controller.error(error) : controller.close());
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body, stream));
  read = [];
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const letters = Array.from({ length: 100 }, (_, i) => String.fromCodePoint(0x100 + i));

async function sendEach(ms: number): Promise<void> {
  for (const letter of letters) {
    send(letter);
    await vi.advanceTimersByTimeAsync(ms);
  }
}

it('hands on at once what comes now and then', async () => {
  const following = follow();
  await vi.advanceTimersByTimeAsync(1);
  await sendEach(250);
  expect(together()).toEqual(letters);
  end();
  await following;
});

it('hands on 100 pieces of a second in few parts, in their order, and each within a fifth of a second', async () => {
  const following = follow();
  await vi.advanceTimersByTimeAsync(1);
  const start = Date.now();
  await sendEach(10);
  await vi.advanceTimersByTimeAsync(200);
  expect(together().length).toBeLessThanOrEqual(16);
  expect(read.map(({ text }) => text).join('')).toBe(letters.join(''));
  for (const { at, text } of read) expect(at - start).toBeLessThanOrEqual(200 + 10 * (letters.indexOf(text[0]!) + 1));
  end();
  await following;
});

it('waits for nothing in a page that is hidden', async () => {
  vi.stubGlobal('document', { hidden: true });
  const following = follow();
  await vi.advanceTimersByTimeAsync(1);
  await sendEach(10);
  expect(together()).toEqual(letters);
  end();
  await following;
});

it('fails as the stream fails', async () => {
  const following = follow();
  end(new TypeError('lost'));
  await expect(following).rejects.toThrow('lost');
});

it('leaves other answers as they are', async () => {
  const answer = Response.json({});
  vi.stubGlobal('fetch', async () => answer);
  expect(await paced('/')).toBe(answer);
});
