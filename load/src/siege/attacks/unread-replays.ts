import type { Attack } from '../attack.ts';
import { fillWithMessages, openSpace, streamOf } from './own-space.ts';

export const unreadReplays: Attack = {
  name: 'unread-replays',
  does: 'One key opens 200 streams of a space with 24 MiB of messages and reads none, so that none gets past the replay.',
  seconds: 5,
  async run(attacker) {
    const space = await openSpace(attacker);
    await fillWithMessages(attacker, space, 24);
    await attacker.flood(200, 20, () => attacker.unread(attacker.address(), streamOf(space)));
    await attacker.hold();
  },
};
