import type { Attack } from '../attack.ts';
import { openSpace } from './own-space.ts';

const lines = 9_900;
/** Texts that take long to compare. */
const texts = [3, 5].map((step) => Array.from({ length: lines }, (_, i) => `${(i * step) % 7_919}\n`).join(''));
const endless = ['a\n', 'b\n'].map((line) => line.repeat(512 * 1024));

export const hostileDifferences: Attack = {
  name: 'hostile-differences',
  does: 'Ten addresses compare versions that have nothing in common 600 times, and write over versions that they have not read.',
  seconds: 8,
  async run(attacker) {
    const { path, ownerKey: key } = await openSpace(attacker);
    const from = attacker.address();
    const body = { name: 'A', type: 'markdown', content: '' };
    const { id } = await attacker.need({ from, method: 'POST', path: `${path}/artifact`, key, body });
    const artifact = `${path}/artifact/${id}`;
    for (const content of [...texts, ...endless]) {
      const { status } = await attacker.ask({ from, method: 'PATCH', path: artifact, key, body: { content, lock: 'auto' } });
      if (status !== 200) throw new Error(`a write was answered with ${status}`);
    }
    await attacker.flood(600, 10, (i) =>
      i % 3 === 0
        ? attacker.ask({
            from: attacker.address(i % 10),
            method: 'PATCH',
            path: artifact,
            key,
            body: { content: 'late', lock: 'auto', baseVersion: 4 },
          })
        : attacker.ask({
            from: attacker.address(i % 10),
            path: `${artifact}/diff?from=${i % 2 === 0 ? 2 : 4}&to=${i % 2 === 0 ? 3 : 5}`,
            key,
          }),
    );
  },
};
