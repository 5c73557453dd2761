import { requestBytes } from '../../load/request.ts';
import type { Attack } from '../attack.ts';
import { mintKeys, openSpace, toolCall } from './own-space.ts';
import { waitingPerKey } from './promised.ts';

const [count, keyCount] = [2_400, 12];

export const waitingTools: Attack = {
  name: 'waiting-tools',
  does: 'One address calls the MCP tool wait_for_events 2,400 times for 25 seconds with twelve keys, each on its own connection.',
  seconds: 5,
  async run(attacker) {
    const space = await openSpace(attacker);
    const keys = await mintKeys(attacker, space, keyCount);
    let waiting = 0;
    await attacker.flood(count, 50, async (i) => {
      const call = toolCall('wait_for_events', { spaceId: space.spaceId, wait: 25 });
      const bytes = requestBytes({ ...call, key: keys[i % keys.length] });
      const socket = await attacker.read(attacker.address(), bytes);
      waiting += 1;
      const ended = new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
      void ended.then(() => (waiting -= 1));
    });
    await attacker.hold();
    attacker.gained.note = `${waiting} calls waited at the same time`;
    if (waiting > keyCount * waitingPerKey) attacker.gained.broken.push(attacker.gained.note);
  },
};
