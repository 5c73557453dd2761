import type { Attack } from '../attack.ts';
import { fillWithMessages, mintKeys, openSpace, subscriptionTo } from './own-space.ts';
import { waitingPerKey } from './promised.ts';

const keyCount = 5;

export const unreadSubscriptions: Attack = {
  name: 'unread-subscriptions',
  does: 'Five keys follow a space with 40 MiB of messages with 250 tRPC subscriptions and read none of them.',
  seconds: 15,
  async run(attacker) {
    const space = await openSpace(attacker);
    const keys = await mintKeys(attacker, space, keyCount);
    await fillWithMessages(attacker, space, 40);
    await attacker.flood(keyCount * waitingPerKey, 20, (i) =>
      attacker.unread(attacker.address(), subscriptionTo(space, keys[i % keyCount])),
    );
    await attacker.hold();
  },
};
