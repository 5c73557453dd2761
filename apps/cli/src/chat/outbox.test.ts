import type { Space } from '@parley/sdk';
import { expect, test } from 'vitest';
import { Outbox } from './outbox.ts';

/** A space that takes messages as this says, and shows how they came. */
function taking(take: (text: string) => Promise<void>) {
  const came: [text: string, idempotencyKey: string][] = [];
  const send = async (text: string, { idempotencyKey }: { idempotencyKey: string }) => {
    came.push([text, idempotencyKey]);
    await take(text);
    return { messageId: `id-of-${text}` };
  };
  return { came, outbox: new Outbox({ send } as unknown as Space, new AbortController().signal) };
}

test('messages go one after the other, in the order they were written', async () => {
  const waiting: (() => void)[] = [];
  const { came, outbox } = taking(() => new Promise((resolve) => waiting.push(resolve)));
  const both = Promise.all([outbox.send('one', 'k1'), outbox.send('two', 'k2')]);
  await expect.poll(() => waiting.length).toBe(1);
  expect(came.map(([text]) => text)).toEqual(['one']);
  waiting[0]!();
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]!();
  expect(await both).toEqual(['id-of-one', 'id-of-two']);
  expect(came.map(([text]) => text)).toEqual(['one', 'two']);
});

test('a failed message does not stop the next one', async () => {
  const { came, outbox } = taking(async (text) => {
    if (text === 'one') throw new Error('away');
  });
  const first = outbox.send('one', 'k1');
  const second = outbox.send('two', 'k2');
  await expect(first).rejects.toThrow('away');
  await second;
  await outbox.settled;
  expect(came).toEqual([
    ['one', 'k1'],
    ['two', 'k2'],
  ]);
});
