import type { Space } from '@parley/sdk';
import { expect, test } from 'vitest';
import { claimNext } from './choice.ts';

/** A space in which these messages wait. */
function spaceWith(...waiting: string[]): Space {
  const call = async () => {
    const content = waiting.shift();
    return content === undefined ? { delivery: null } : { delivery: { deliveryId: content }, message: { content } };
  };
  return { call } as unknown as Space;
}

const broken = { call: () => Promise.reject(new Error('down')) } as unknown as Space;
const names = async (spaces: readonly Space[], most: number, failed: unknown[] = []) =>
  (await claimNext(spaces, most, (_, error) => failed.push(error))).map(({ message }) => message.content);

test('the spaces take turns, and nothing more is claimed than is shown', async () => {
  const many = spaceWith('a1', 'a2', 'a3', 'a4', 'a5', 'a6');
  expect(await names([many, spaceWith('b1'), spaceWith()], 5)).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
  expect(await names([many], 5)).toEqual(['a5', 'a6']);
  expect(await names([], 5)).toEqual([]);
});

test('a space that fails does not hide the others', async () => {
  const failed: unknown[] = [];
  expect(await names([broken, spaceWith('a1', 'a2')], 5, failed)).toEqual(['a1', 'a2']);
  expect(failed).toHaveLength(1);
});
