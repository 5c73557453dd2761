import type { Space } from '@parley/sdk';
import { expect, test } from 'vitest';
import { Outbox } from './outbox.ts';

/** A space that takes messages as this says, and shows how they came. */
function taking(take: (text: string) => Promise<void>) {
  const came: [text: string, idempotencyKey: string][] = [];
  const send = async (text: string, { idempotencyKey }: { idempotencyKey: string }) => {
    came.push([text, idempotencyKey]);
    await take(text);
  };
  return { came, outbox: new Outbox({ send } as unknown as Space, new AbortController().signal) };
}

test('messages go one after the other, in the order they were written', async () => {
  const waiting: (() => void)[] = [];
  const { came, outbox } = taking(() => new Promise((resolve) => waiting.push(resolve)));
  const both = Promise.all([outbox.send('one'), outbox.send('two')]);
  await expect.poll(() => waiting.length).toBe(1);
  expect(came.map(([text]) => text)).toEqual(['one']);
  waiting[0]!();
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]!();
  await both;
  expect(came.map(([text]) => text)).toEqual(['one', 'two']);
  expect(await outbox.settled).toBe(true);
});

test('a text that is sent again after a failure is the same request; one after a success is another', async () => {
  let isDown = true;
  const { came, outbox } = taking(async () => {
    if (isDown) throw new Error('away');
  });
  await expect(outbox.send('hello')).rejects.toThrow('away');
  expect(await outbox.settled).toBe(false);
  isDown = false;
  await outbox.send('hello');
  await outbox.send('hello');
  const [first, again, anew] = came.map(([, key]) => key);
  expect(again).toBe(first);
  expect(anew).not.toBe(first);
});
