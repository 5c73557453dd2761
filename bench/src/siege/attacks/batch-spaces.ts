import type { Attack } from '../attack.ts';
import { allowed, batch } from './batch.ts';

const space = (i: number) => ({ name: `Batch ${i}`, description: 'One of very many', ttl: 60 });

export const batchSpaces: Attack = {
  name: 'batch-spaces',
  does: 'One address makes 1,200 spaces by one tRPC request, and then goes on with batches of ten.',
  seconds: 4,
  async run(attacker) {
    const from = attacker.address();
    await attacker.ask({ from, ...batch('POST', 'createSpace', 1_200, space) });
    await attacker.flood(100, 4, () => attacker.ask({ from, ...batch('POST', 'createSpace', allowed, space) }));
  },
};
