import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import { mintSeats, openSpace } from './own-space.ts';
import { setWake, startReceivers } from './receivers.ts';

const [count, perMessage] = [100, 50];
const verifyingMs = 15_000;

export const hangingWakes: Attack = {
  name: 'hanging-wakes',
  does: '100 participants set wake addresses on 100 ports of one address, which echo the challenge and never answer the 10,000 signals that follow: honest wake-ups must arrive within 2 seconds.',
  seconds: 20,
  mustWake: true,
  async run(attacker) {
    const space = await openSpace(attacker);
    let [verified, hung] = [0, 0];
    const urls = await startReceivers(attacker, count, (type, challenge, response) => {
      if (type !== 'wake.verify') return void (hung += 1);
      verified += 1;
      response.end(JSON.stringify({ challenge }));
    });
    const seats = await mintSeats(attacker, space, count);
    await attacker.prepare(count, 10, (i) => setWake(attacker, space, seats[i]!, urls[i]!));
    await attacker.prepare(1, 1, async () => {
      for (const until = performance.now() + verifyingMs; verified < count && performance.now() < until;) await sleep(50);
    });
    await attacker.flood(200, 4, async (i) => {
      const half = seats.slice(i % 2 ? perMessage : 0, i % 2 ? count : perMessage);
      await attacker.ask({
        from: attacker.address(),
        method: 'POST',
        path: `${space.path}/messages`,
        key: space.ownerKey,
        body: { content: 'Wake', to: half.map(({ id }) => id) },
      });
      await sleep(100);
    });
    await attacker.hold();
    attacker.gained.note = `${verified} addresses verified, ${hung} signals never answered`;
    if (verified < count)
      attacker.gained.broken.push(`the attack failed to run: ${verified} of ${count} addresses were verified`);
  },
};
