import type { Attack } from '../attack.ts';
import { openSpace } from './own-space.ts';

const unknown = Array.from({ length: 190_000 }, (_, i) => `"${i.toString(36)}":0`).join(',');

export const manyFields: Attack = {
  name: 'many-fields',
  does: 'Four connections send 60 bodies with 190,000 unknown fields each, each with an Idempotency-Key.',
  seconds: 5,
  async run(attacker) {
    const from = attacker.address();
    const { path, ownerKey: key } = await openSpace(attacker);
    await attacker.flood(60, 4, (i) =>
      attacker.ask({
        from,
        method: 'POST',
        path: i % 2 ? `${path}/messages` : '/hub/space',
        key,
        headers: { 'idempotency-key': `fields ${i}` },
        body: `{"name":"n","description":"d","content":"c",${unknown}}`,
      }),
    );
  },
};
