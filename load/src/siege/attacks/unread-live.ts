import type { Attack } from '../attack.ts';
import { largeMessage, openSpace, streamOf, subscriptionTo } from './own-space.ts';

export const unreadLive: Attack = {
  name: 'unread-live',
  does: 'One key opens 50 streams and 50 tRPC subscriptions of an empty space, reads none, and sends 100 messages of 1 MiB.',
  seconds: 6,
  async run(attacker) {
    const space = await openSpace(attacker);
    await attacker.flood(50, 10, () => attacker.unread(attacker.address(), streamOf(space)));
    await attacker.flood(50, 10, () => attacker.unread(attacker.address(), subscriptionTo(space)));
    const sending = largeMessage(attacker, space);
    await attacker.flood(100, 4, () => attacker.ask(sending));
    await attacker.hold();
  },
};
