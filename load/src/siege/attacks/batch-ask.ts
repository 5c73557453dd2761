import type { Attack } from '../attack.ts';
import { batch } from './batch.ts';
import { callsPerBatch } from './promised.ts';

const words = 'how does an agent keep the lock of an artifact while two participants write messages at once'.split(' ');
const question = (i: number) => ({
  query: Array.from({ length: 40 }, (_, j) => words[(i * 7 + j * 3) % words.length]).join(' '),
});

export const batchAsk: Attack = {
  name: 'batch-ask',
  does: 'One address asks 1,500 questions in one tRPC request, three times, and then continues with batches of ten.',
  seconds: 4,
  async run(attacker) {
    const from = attacker.address();
    await attacker.flood(3, 3, () => attacker.ask({ from, ...batch('POST', 'ask', 1_500, question) }));
    await attacker.flood(300, 8, () => attacker.ask({ from, ...batch('POST', 'ask', callsPerBatch, question) }));
  },
};
