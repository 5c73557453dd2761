import type { Attack } from '../attack.ts';
import { openSpace } from './own-space.ts';

const content = (i: number): string => `${i}\n${'x'.repeat(1024 * 1024 - 1_024)}`;

export const endlessVersions: Attack = {
  name: 'endless-versions',
  does: 'Writes new versions of 1 MiB to twenty artifacts, 400 times, until the space is full and beyond.',
  seconds: 10,
  async run(attacker) {
    const { path, ownerKey: key } = await openSpace(attacker);
    const from = attacker.address();
    const ids: string[] = [];
    await attacker.prepare(20, 4, async (i) => {
      const body = { name: `${i}`, type: 'markdown', content: '' };
      const { id } = await attacker.need({ from, method: 'POST', path: `${path}/artifact`, key, body });
      ids.push(id!);
    });
    await attacker.flood(400, 8, (i) =>
      attacker.ask({
        from: attacker.address(i % 10),
        method: 'PATCH',
        path: `${path}/artifact/${ids[i % ids.length]}`,
        key,
        body: { content: content(i), lock: 'auto' },
      }),
    );
  },
};
