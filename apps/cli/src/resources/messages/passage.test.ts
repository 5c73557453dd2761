import type { Space } from '@parley/sdk';
import { expect, test } from 'vitest';
import { Passage } from './passage.ts';

const [me, other] = ['me', 'other'];
const conversation = [other, other, me, other, other].map((senderId, i) => ({ senderId, sequence: 10 * (i + 1) }));

function passage(mark: number, start: number | undefined) {
  const call = async (_: string, { after, limit }: { after: number; limit: number }) => {
    const rest = conversation.filter(({ sequence }) => sequence > after);
    return { messages: rest.slice(0, limit), hasMore: rest.length > limit };
  };
  return new Passage({ participantId: me, call } as unknown as Space, mark, start);
}

test('the mark moves over everything that follows what was read', async () => {
  const all = passage(10, 0);
  for (const message of conversation) await all.show(message);
  expect(all.readTo).toBe(50);
});

test('the mark stays before what was left out', async () => {
  const last = passage(10, 0);
  for (const message of conversation.slice(0, 4)) last.leaveOut(message);
  await last.show(conversation[4]!);
  expect(last.readTo).toBeUndefined();
});

test('own messages, and those that were read, can be left out', async () => {
  const last = passage(20, 0);
  for (const message of conversation.slice(0, 3)) last.leaveOut(message);
  await last.show(conversation[3]!);
  expect(last.readTo).toBe(40);
});

test.each([
  ['after a message that is unread', 10, 20, undefined],
  ['after what was read', 20, 20, 40],
  ['after an own message that follows what was read', 20, 30, 40],
  ['at a time, with unread messages before', 0, undefined, undefined],
  ['at a time, without any before', 30, undefined, 40],
])('a passage that begins %s', async (_, mark, start, readTo) => {
  const some = passage(mark, start);
  await some.show(conversation[3]!);
  expect(some.readTo).toBe(readTo);
});
