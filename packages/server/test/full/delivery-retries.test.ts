import { randomUUID } from 'node:crypto';
import { answer, meeting, startServer, type Input, type Member } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases } from '../databases.ts';

describe.each(databases)('on %s', (_, open) => {
  test('everything about deliveries is repeated with its Idempotency-Key after a restart, and happens once', async () => {
    const place = await open();
    onTestFinished(place.remove);
    let server = await startServer(place.settings);
    onTestFinished(() => server.stop());
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const steps: (() => Promise<unknown>)[] = [];
    const once = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      steps.push(work);
      return work();
    };
    /** A step as a caller sees it, without what describes the space at the moment of the answer. */
    const keyed = (member: Member, name: Parameters<typeof answer>[2], input: Input, key = randomUUID()) =>
      once(async () => {
        const {
          participants: _,
          artifacts: __,
          contextVersion: ___,
          deliveries,
          ...rest
        } = (await answer(200, server, name, member, input, key)) as Record<string, unknown> & {
          deliveries?: { deliveryId: string }[];
        };
        return { ...rest, ids: deliveries?.map(({ deliveryId }) => deliveryId) } as Record<string, never> & { ids?: string[] };
      });

    const { messageId } = await keyed(owner, 'sendMessage', { content: 'Ready?', to: [ada.id] });
    const { delivery } = (await keyed(ada, 'claimDelivery', {})) as unknown as { delivery: { deliveryId: string } };
    const { deliveryId } = delivery;
    await keyed(ada, 'releaseDelivery', { deliveryId });
    await keyed(ada, 'claimDelivery', {});
    await keyed(ada, 'renewDelivery', { deliveryId, leaseSeconds: 3_600 });
    await keyed(ada, 'sendMessage', { content: 'Yes', replyTo: messageId, to: [owner.id], expects: 'ack' });
    await keyed(owner, 'claimDelivery', {});
    const [back] = (await answer(200, server, 'listDeliveries', owner)).deliveries;
    await keyed(owner, 'settleDelivery', { deliveryId: back!.deliveryId, outcome: 'acknowledged', note: 'Good' });

    const first = await Promise.all(steps.map((step) => step()));
    const read = async () => [
      (await answer(200, server, 'listMessages', owner)).messages,
      (await answer(200, server, 'listDeliveries', owner, { role: 'sender', state: 'all' })).deliveries,
      (await answer(200, server, 'listDeliveries', owner, { state: 'all' })).deliveries,
    ];
    const before = await read();
    await server.stop();
    server = await startServer(place.settings);
    expect(await Promise.all(steps.map((step) => step()))).toEqual(first);
    expect(await read()).toEqual(before);
    expect(before.map(({ length }) => length)).toEqual([2, 1, 1]);
    expect(before.slice(1).flat()).toMatchObject([
      { outcome: 'replied', attempt: 2 },
      { outcome: 'acknowledged', note: 'Good' },
    ]);
  });
});
