import type { Attack } from '../attack.ts';
import { openSpace, streamOf } from './own-space.ts';

const ttlSeconds = 3;
const latestMs = 5_000;
const perAddress = 250;

export const expiredSpaces: Attack = {
  name: 'expired-spaces',
  does: '20 addresses create 5,000 spaces that live for a second; the stream of a space that expires after them must end in time.',
  seconds: 14,
  async run(attacker) {
    const body = { name: 'Short', description: 'Lives for a second', ttl: 1 };
    await attacker.flood(5_000, 32, (i) =>
      attacker.ask({ from: attacker.address(1 + Math.floor(i / perAddress)), method: 'POST', path: '/hub/space', body }),
    );
    const space = await openSpace(attacker, attacker.address(), ttlSeconds);
    const dueAt = performance.now() + ttlSeconds * 1_000;
    const stream = await attacker.read(attacker.address(), streamOf(space));
    const ended = new Promise<boolean>((resolve) => stream.once('close', () => resolve(true)));
    const hasEnded = await Promise.race([ended, attacker.hold().then(() => false)]);
    const late = performance.now() - dueAt;
    attacker.gained.note = `the stream ${hasEnded ? 'ended' : 'had not ended'} ${(late / 1000).toFixed(1)} s after its space`;
    if (late > latestMs) attacker.gained.broken.push(attacker.gained.note);
  },
};
