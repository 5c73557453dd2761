import type { Attack } from '../attack.ts';
import { mintSeats, openSpace } from './own-space.ts';

export const deadWakes: Attack = {
  name: 'dead-wakes',
  does: '50 participants set wake addresses on hosts that do not exist, 15 times each, and get 3,000 deliveries.',
  seconds: 6,
  async run(attacker) {
    const space = await openSpace(attacker);
    const seats = await mintSeats(attacker, space, 50);
    const from = attacker.address();
    let set = 0;
    await attacker.flood(seats.length * 15, 16, async (i) => {
      const { key } = seats[i % seats.length]!;
      const body = { url: `https://wake-${i}.invalid/` };
      const { status } = await attacker.ask({ from, method: 'PUT', path: `${space.path}/wake`, key, body });
      if (status === 200) set += 1;
    });
    const to = seats.map(({ id }) => id);
    const asking = { from, method: 'POST', path: `${space.path}/messages`, key: space.ownerKey, body: { content: 'Wake', to } };
    await attacker.flood(60, 8, () => attacker.ask(asking));
    await attacker.hold();
    attacker.gained.note = `${set} wake addresses were set`;
  },
};
