import type { Edit, Space } from '@parley/sdk';
import { expect, test } from 'vitest';
import { HeldLocks } from './held-locks.ts';

/** A space with one artifact, which `lockedBy` holds after its release. */
function locking(lockedBy: string | undefined): HeldLocks {
  const edit = async (change: Edit) => {
    await change('', new AbortController().signal);
    return {} as never;
  };
  const artifacts = { get: async () => ({ edit }) };
  return new HeldLocks({ participantId: 'me', artifacts, call: async () => ({ lockedBy }) } as unknown as Space);
}

test('a lock that could not be released is an error', async () => {
  const locks = locking('me');
  await locks.take('plan');
  await expect(locks.release('plan')).rejects.toThrow('could not be released');
});

test.each([undefined, 'another'])('a lock that is held by %s afterwards was released', async (lockedBy) => {
  const locks = locking(lockedBy);
  await locks.take('plan');
  await expect(locks.release('plan')).resolves.toBeUndefined();
});
