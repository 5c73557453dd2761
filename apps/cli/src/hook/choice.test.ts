import { PausedError, type Space } from '@parley/sdk';
import { expect, test } from 'vitest';
import { claimNext, type Turns } from './choice.ts';

const turnsIn = (call: unknown, fields: Partial<Turns> = {}): Turns => ({
  space: { call } as unknown as Space,
  claims: { membership: 'm', key: 'k', next: 0, pid: 1, at: 0 },
  isAgain: false,
  isUnanswered: false,
  ...fields,
});

/** A space in which these messages wait. As a service does, it answers a claim with the same key in the same way. */
function spaceWith(...waiting: string[]): Turns {
  const given = new Map<string, string>();
  return turnsIn(async (_: string, __: object, { idempotencyKey }: { idempotencyKey: string }) => {
    const content = given.get(idempotencyKey) ?? waiting.shift();
    if (content === undefined) return { delivery: null };
    given.set(idempotencyKey, content);
    return { delivery: { deliveryId: content }, message: { content } };
  });
}

const broken = () => turnsIn(() => Promise.reject(new Error('down')));
const names = async (spaces: readonly Turns[], most: number, failed: unknown[] = [], late?: AbortSignal) =>
  (await claimNext(spaces, most, (_, error) => failed.push(error), late)).map(({ message }) => message.content);

test('the spaces take turns, and nothing more is claimed than is shown', async () => {
  const many = spaceWith('a1', 'a2', 'a3', 'a4', 'a5', 'a6');
  expect(await names([many, spaceWith('b1'), spaceWith()], 5)).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
  expect(await names([many], 5)).toEqual(['a5', 'a6']);
  expect(await names([], 5)).toEqual([]);
});

test('a space that fails does not hide the others, and only its claim has no answer', async () => {
  const failed: unknown[] = [];
  const [down, up] = [broken(), spaceWith('a1', 'a2')];
  expect(await names([down, up], 5, failed)).toEqual(['a1', 'a2']);
  expect(failed).toHaveLength(1);
  expect([down.isUnanswered, up.isUnanswered]).toEqual([true, false]);
});

test('a paused space has nothing to claim, and that is no failure', async () => {
  const failed: unknown[] = [];
  const still = turnsIn(() => Promise.reject(new PausedError('paused', { status: 409, code: 'paused' })));
  expect(await names([still, spaceWith('a1')], 5, failed)).toEqual(['a1']);
  expect([failed, still.isUnanswered]).toEqual([[], false]);
});

test('what was claimed and not shown comes again with the same claims, and after it what else waits', async () => {
  const first = spaceWith('a1', 'a2', 'a3');
  const { claims } = first;
  const again = { ...first, claims: { ...claims }, isAgain: true };
  expect(await names([first], 2)).toEqual(['a1', 'a2']);
  expect(await names([again], 5)).toEqual(['a1', 'a2', 'a3']);
});

test('of what is claimed again, a lease that has ended is left out', async () => {
  const delivery = (id: string, leaseExpiresAt?: string) => ({
    delivery: { deliveryId: id, leaseExpiresAt },
    message: { content: id },
  });
  const answers = [delivery('old', '2020-01-01T00:00:00.000Z'), delivery('ended'), { delivery: null }];
  expect(await names([turnsIn(async () => answers.shift(), { isAgain: true })], 5)).toEqual(['ended']);
});

test('nothing more is claimed once it is late', async () => {
  const late = new AbortController();
  const slow = turnsIn(async () => {
    late.abort();
    return { delivery: { deliveryId: 'a1' }, message: { content: 'a1' } };
  });
  expect(await names([slow], 5, [], late.signal)).toEqual(['a1']);
});
