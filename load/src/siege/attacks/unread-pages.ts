import { requestBytes } from '../../load/request.ts';
import type { Attack } from '../attack.ts';
import { fillWithMessages, openSpace } from './own-space.ts';

export const unreadPages: Attack = {
  name: 'unread-pages',
  does: 'One connection requests the messages of a space with 24 MiB of them 250 times in a row and reads nothing.',
  seconds: 7,
  async run(attacker) {
    const space = await openSpace(attacker);
    await fillWithMessages(attacker, space, 24);
    const list = requestBytes({ method: 'GET', path: `${space.path}/messages`, key: space.ownerKey });
    await attacker.unread(attacker.address(), Buffer.concat(Array<Buffer>(250).fill(list)));
    await attacker.hold();
  },
};
