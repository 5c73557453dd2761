import { ConflictError, type Space } from '@parley/sdk';
import { expect, test } from 'vitest';
import { Settling } from './settling.ts';

/** Deliveries to the user, oldest first, as a service hands them out. */
function inbox(...ids: string[]) {
  const claimed = new Set<string>();
  const calls: string[] = [];
  const answers: Record<string, (input: { deliveryId: string; after: number }) => unknown> = {
    listDeliveries: ({ after }) => ({
      deliveries: ids.slice(after, after + 1).map((id) => ({ deliveryId: id, messageId: `m-${id}` })),
    }),
    claimDelivery: () => {
      const next = ids.find((id) => !claimed.has(id));
      if (next) claimed.add(next);
      return { delivery: next ? { deliveryId: next, state: 'claimed' } : null };
    },
    settleDelivery: ({ deliveryId }) => {
      if (!claimed.has(deliveryId)) throw new ConflictError('Not yours', { status: 409, code: 'lease_lost' });
    },
    releaseDelivery: () => {},
  };
  const call = async (name: string, input: { deliveryId: string; after: number }) => {
    calls.push([name, input.deliveryId].filter(Boolean).join(' '));
    return answers[name]!(input);
  };
  const accept = async (id: string) => void calls.push(`accept ${id}`);
  const settling = new Settling({ call, accept } as unknown as Space);
  const settle = (id: string) => settling.settle({ id: `m-${id}`, sequence: ids.indexOf(id) + 1 }, 'declined', '');
  return { settling, settle, calls };
}

test('a delivery is settled although older ones are handed out first; those are kept and released at the end', async () => {
  const { settling, settle, calls } = inbox('a', 'b', 'c');
  await settle('b');
  expect(calls.slice(-2)).toEqual(['claimDelivery', 'settleDelivery b']);
  calls.length = 0;
  await settle('a');
  expect(calls).toEqual(['listDeliveries', 'settleDelivery a']);
  await settle('c');
  await settling.releaseAll();
  expect(calls.filter((call) => call.startsWith('release'))).toEqual([]);
});

test('what was claimed on the way is released when the chat ends', async () => {
  const { settling, settle, calls } = inbox('a', 'b');
  await settle('b');
  await settling.releaseAll();
  expect(calls.at(-1)).toBe('releaseDelivery a');
});

test('a flood of other deliveries does not keep the chat claiming', async () => {
  const { settle, calls } = inbox(...Array.from({ length: 200 }, (_, i) => `d${i}`));
  await expect(settle('d199')).rejects.toThrow('/reply answers it at once');
  expect(calls.filter((call) => call === 'claimDelivery')).toHaveLength(50);
});

test('what is held is accepted by its message', async () => {
  const { settling, calls } = inbox('a', 'b');
  await settling.accept({ id: 'm-b', sequence: 2 });
  expect(calls).toEqual(['listDeliveries', 'accept b']);
});

test('a message that is not directed to the user cannot be declined', async () => {
  const { settling } = inbox('a');
  await expect(settling.settle({ id: 'm-x', sequence: 1 }, 'declined', '')).rejects.toThrow('#1 is not directed to you');
});
