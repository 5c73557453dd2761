import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import { mintKeys, openSpace, streamOf, subscriptionTo } from './own-space.ts';

const pausesMs = [0, 0, 1, 2, 5, 20];

export const leaveEarly: Attack = {
  name: 'leave-early',
  does: '3,000 clients open a stream or a subscription and disconnect before it starts, or just afterwards.',
  seconds: 5,
  async run(attacker) {
    const space = await openSpace(attacker);
    const keys = await mintKeys(attacker, space, 20);
    await attacker.flood(3_000, 50, async (i) => {
      const key = keys[i % keys.length];
      const bytes = i % 3 === 0 ? subscriptionTo(space, key) : streamOf(space, key);
      const socket = await attacker.unread(attacker.address(1 + (i % 20)), bytes);
      const pause = pausesMs[i % pausesMs.length]!;
      if (pause > 0) await sleep(pause);
      socket.removeAllListeners('close').destroy();
    });
  },
};
