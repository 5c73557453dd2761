import type { Attack } from '../attack.ts';
import { mintSeats, openSpace } from './own-space.ts';
import { setWake, startReceivers } from './receivers.ts';

const count = 110;

export const silentVerifications: Attack = {
  name: 'silent-verifications',
  does: '110 participants set wake addresses on 110 ports of one address, which never answer, and set them again: honest verifications and wake-ups must arrive within 2 seconds.',
  seconds: 15,
  mustWake: true,
  async run(attacker) {
    const space = await openSpace(attacker);
    let silent = 0;
    const urls = await startReceivers(attacker, count, () => void (silent += 1));
    const seats = await mintSeats(attacker, space, count);
    await attacker.flood(count * 5, 10, (i) => setWake(attacker, space, seats[i % count]!, urls[i % count]!));
    await attacker.hold();
    attacker.gained.note = `${silent} verifications never answered`;
    if (silent === 0) attacker.gained.broken.push('the attack failed to run: no verification was sent');
  },
};
