import type { Attack } from '../attack.ts';
import { mintKeys, openSpace } from './own-space.ts';
import { perMinute } from './promised.ts';

const content = 'x'.repeat(60 * 1024);

export const mintedKeys: Attack = {
  name: 'minted-keys',
  does: 'One address joins its own space 40 times and stores messages of 60 KiB with all the keys as fast as it can.',
  seconds: 8,
  async run(attacker) {
    const from = attacker.address();
    const space = await openSpace(attacker);
    const keys = await mintKeys(attacker, space, 40);
    let stored = 0;
    await attacker.flood(6_000, 32, async (i) => {
      const sending = { from, method: 'POST', path: `${space.path}/messages`, key: keys[i % keys.length], body: { content } };
      const { status } = await attacker.ask(sending);
      if (status === 200) stored += 1;
    });
    if (stored > perMinute) attacker.gained.broken.push(`${stored} messages stored by one address`);
    attacker.gained.note = `${((stored * content.length) / 1024 / 1024).toFixed(0)} MiB stored`;
  },
};
