import type { Attack } from '../attack.ts';
import { openSpace } from './own-space.ts';

const bodyOf = (value: string): string => `{"content":"x","a":[${Array(660_000).fill(value).join(',')}]}`;

export const emptyValues: Attack = {
  name: 'empty-values',
  does: 'Four connections send 60 bodies of 2 MB each that consist of empty lists or empty objects.',
  seconds: 8,
  async run(attacker) {
    const from = attacker.address();
    const { path, ownerKey: key } = await openSpace(attacker);
    const bodies = ['[]', '{}'].map(bodyOf);
    await attacker.flood(60, 4, (i) =>
      attacker.ask({ from, method: 'POST', path: `${path}/messages`, key, body: bodies[i % 2]! }),
    );
  },
};
