import { requestBytes } from '../../load/request.ts';
import type { Attack } from '../attack.ts';
import { mintKeys, openSpace } from './own-space.ts';

export const waitingPolls: Attack = {
  name: 'waiting-polls',
  does: 'One address opens 2,400 long polls of 25 seconds with twelve keys, each on a connection of its own.',
  seconds: 6,
  async run(attacker) {
    const space = await openSpace(attacker);
    const keys = await mintKeys(attacker, space, 12);
    await attacker.flood(2_400, 50, (i) => {
      const poll = requestBytes({ method: 'GET', path: `${space.path}/messages?wait=25`, key: keys[i % keys.length] });
      return attacker.read(attacker.address(), poll);
    });
    await attacker.hold();
  },
};
