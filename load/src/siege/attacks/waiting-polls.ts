import { requestBytes } from '../../load/request.ts';
import type { Attack } from '../attack.ts';
import { mintKeys, openSpace } from './own-space.ts';
import { waitingPerKey } from './promised.ts';

const [count, keyCount] = [2_400, 12];

export const waitingPolls: Attack = {
  name: 'waiting-polls',
  does: 'One address opens 2,400 long polls of 25 seconds with twelve keys, each on its own connection.',
  seconds: 5,
  async run(attacker) {
    const space = await openSpace(attacker);
    const keys = await mintKeys(attacker, space, keyCount);
    let waiting = 0;
    await attacker.flood(count, 50, async (i) => {
      const poll = requestBytes({ method: 'GET', path: `${space.path}/messages?wait=25`, key: keys[i % keys.length] });
      const socket = await attacker.read(attacker.address(), poll);
      waiting += 1;
      const ended = new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
      void ended.then(() => (waiting -= 1));
    });
    await attacker.hold();
    attacker.gained.note = `${waiting} polls waited at the same time`;
    if (waiting > keyCount * waitingPerKey) attacker.gained.broken.push(attacker.gained.note);
  },
};
