import type { Attack } from '../attack.ts';
import { fillWithMessages, openSpace, subscriptionTo } from './own-space.ts';

export const unreadSubscriptions: Attack = {
  name: 'unread-subscriptions',
  does: 'One key follows a space with 24 MiB of messages with 60 tRPC subscriptions and reads none of them.',
  seconds: 5,
  async run(attacker) {
    const space = await openSpace(attacker);
    await fillWithMessages(attacker, space, 24);
    await attacker.flood(60, 20, () => attacker.unread(attacker.address(), subscriptionTo(space)));
    await attacker.hold();
  },
};
