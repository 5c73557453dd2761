import type { Attack } from '../attack.ts';
import { batch } from './batch.ts';
import { callsPerBatch, perHour } from './promised.ts';

const space = (i: number) => ({ name: `Batch ${i}`, description: 'One of many', ttl: 60 });

export const batchSpaces: Attack = {
  name: 'batch-spaces',
  does: 'One address creates 1,200 spaces in one tRPC request, and then continues with batches of ten.',
  seconds: 4,
  async run(attacker) {
    const from = attacker.address();
    let made = 0;
    const make = async (count: number) => {
      const { text } = await attacker.ask({ from, ...batch('POST', 'createSpace', count, space) });
      made += text.match(/"ownerPrivateKey"/g)?.length ?? 0;
    };
    await make(1_200);
    await attacker.flood(100, 4, () => make(callsPerBatch));
    attacker.gained.note = `${made} spaces created`;
    if (made > perHour) attacker.gained.broken.push(attacker.gained.note);
  },
};
