import type { Attack } from '../attack.ts';
import { mintSeats, openSpace } from './own-space.ts';

export const deadWakes: Attack = {
  name: 'dead-wakes',
  does: '50 participants set wake addresses on hosts that do not exist, and get 3,000 deliveries.',
  seconds: 6,
  async run(attacker) {
    const space = await openSpace(attacker);
    const seats = await mintSeats(attacker, space, 50);
    const from = attacker.address();
    await attacker.prepare(seats.length, 25, (i) =>
      attacker.need({
        from,
        method: 'PUT',
        path: `${space.path}/wake`,
        key: seats[i]!.key,
        body: { url: `https://wake-${i}.invalid/` },
      }),
    );
    const to = seats.map(({ id }) => id);
    let deliveries = 0;
    const asking = { from, method: 'POST', path: `${space.path}/messages`, key: space.ownerKey, body: { content: 'Wake', to } };
    await attacker.flood(60, 8, async () => {
      const { status } = await attacker.ask(asking);
      if (status === 200) deliveries += to.length;
    });
    await attacker.hold();
    attacker.gained.note = `${deliveries} deliveries were queued`;
  },
};
