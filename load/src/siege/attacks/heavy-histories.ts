import type { Attack } from '../attack.ts';
import { fillWithMessages, mintSeats, openSpace } from './own-space.ts';

export const heavyHistories: Attack = {
  name: 'heavy-histories',
  does: 'Five participants request A2A tasks with 100 messages of history 600 times, in a space with 24 MiB of images.',
  seconds: 8,
  async run(attacker) {
    const space = await openSpace(attacker);
    const seats = await mintSeats(attacker, space, 5);
    await fillWithMessages(attacker, space, 24);
    await attacker.flood(600, 4, (i) => {
      const { id, key } = seats[i % seats.length]!;
      const params = { id: `${space.spaceId}.${id}`, historyLength: 100 };
      return attacker.ask({
        from: attacker.address(),
        method: 'POST',
        path: '/a2a',
        key,
        headers: { 'a2a-version': '1.0' },
        body: { jsonrpc: '2.0', id: 1, method: 'GetTask', params },
      });
    });
  },
};
