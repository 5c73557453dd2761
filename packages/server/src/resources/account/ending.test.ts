import { expect, it, vi } from 'vitest';
import { apply, newSpace, type SpaceState } from '@parley/core';
import { nothingYet } from '../../engine/write/effects.ts';
import type { WrittenTexts } from '../../engine/resource.ts';
import { Outdated, type SpaceWrite } from '../../engine/write/decide.ts';
import { ending } from './ending.ts';

const user = { userId: 'u', disabledAt: 1, removal: 'erased with messages' as const };
const membership = { spaceId: 's', participantId: 'ada' };
const messages = Array.from({ length: 250 }, (_, i) => {
  const sequence = 10 * (i + 1);
  return { sequence, body: JSON.stringify({ id: `m${i}`, senderId: 'ada', content: 'x', type: 'text' }) };
});

/** A person with many messages in one space, and other texts. */
function given(written: readonly Partial<WrittenTexts>[] = []) {
  const wish = {
    spaceId: 's',
    ownerId: 'owner',
    keyHash: 'k',
    name: 'x',
    description: '',
    privacy: 'public' as const,
    ttl: 9_999,
  };
  let state: SpaceState = newSpace(wish, 0);
  const [owner] = state.participants.values();
  state = apply(state, { participants: [{ ...owner!, participantId: 'ada', isOwner: false, keyHash: 'a' }] });
  const read: number[] = [];
  const erased: number[] = [];
  const unlinked = vi.fn<() => Promise<void>>(async () => {});
  const endings = {
    users: async () => [user],
    memberships: async () => [membership],
    async messages(_spaceId: string, _participantId: string, after: number, limit: number) {
      read.push(after);
      return messages.filter(({ sequence }) => sequence > after).slice(0, limit);
    },
    unlink: unlinked,
    settle: async () => {},
  };
  const write = async (_spaceId: string, { decide }: SpaceWrite<undefined>) => {
    const { changes = {}, erasures = [] } = decide(state, undefined, 5, nothingYet);
    state = apply(state, changes);
    erased.push(...erasures.map(({ sequence }) => sequence));
    return { outcome: undefined };
  };
  const parts = {
    endings,
    names: { replace: async () => 0 },
    mint: { key: () => ({ hash: 'new' }) },
    env: { erasable: { textId: { written } } },
  };
  const options = { committer: { write }, stateOf: async () => state, now: () => 5, failed: vi.fn<() => void>() };
  const task = ending(parts as never, options as never);
  return { task, read, erased, unlinked };
}

it('erases messages in portions, each after the last of the one before', async () => {
  const { task, read, erased, unlinked } = given();
  await task.run(() => false);
  expect(read).toEqual([0, 1_000, 2_000, 2_500]);
  expect(erased).toEqual(messages.map(({ sequence }) => sequence));
  expect(unlinked).toHaveBeenCalledTimes(1);
});

it('stops between two portions with the server, and leaves the rest for the next one', async () => {
  const { task, erased, unlinked } = given();
  await task.run(() => erased.length > 0);
  expect(erased).toHaveLength(100);
  expect(unlinked).not.toHaveBeenCalled();
});

it('erases each other text before the messages, and reads one again that has changed since it was read', async () => {
  const ids = ['a', 'b', 'c'];
  const reads: string[] = [];
  const texts: Partial<WrittenTexts> = {
    find: async ({ after }) => ids.filter((id) => id > after).slice(0, 2),
    async erasing({ id }) {
      reads.push(id);
      const isOld = id === 'b' && reads.filter((each) => each === id).length === 1;
      return () => {
        if (isOld) throw new Outdated();
        return { erasures: [{ sequence: ids.indexOf(id), before: '', after: '' }], outcome: undefined };
      };
    },
  };
  const { task, erased, unlinked } = given([texts]);
  await task.run(() => false);
  expect(reads).toEqual(['a', 'b', 'b', 'c']);
  expect(erased).toEqual([0, 1, 2, ...messages.map(({ sequence }) => sequence)]);
  expect(unlinked).toHaveBeenCalledTimes(1);
});
