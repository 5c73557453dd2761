import type { Attack } from '../attack.ts';
import { mintSeats, openSpace } from './own-space.ts';

export const manyAddressees: Attack = {
  name: 'many-addressees',
  does: 'One address sends messages to all 50 other participants of its own space as fast as it can; nobody claims the deliveries.',
  seconds: 6,
  async run(attacker) {
    const space = await openSpace(attacker);
    const seats = await mintSeats(attacker, space, 51);
    let deliveries = 0;
    await attacker.flood(3_000, 16, async (i) => {
      const sender = seats[i % seats.length]!;
      const to = seats.filter((seat) => seat !== sender).map(({ id }) => id);
      const { status } = await attacker.ask({
        from: attacker.address(),
        method: 'POST',
        path: `${space.path}/messages`,
        key: sender.key,
        body: { content: 'Please answer', to },
      });
      if (status === 200) deliveries += to.length;
    });
    attacker.gained.note = `${deliveries} deliveries were queued`;
  },
};
