import type { Attack } from '../attack.ts';
import { batch } from './batch.ts';
import { fillWithArtifacts, openSpace } from './own-space.ts';
import { callsPerBatch } from './promised.ts';

export const batchArtifacts: Attack = {
  name: 'batch-artifacts',
  does: 'One tRPC request lists 31 MiB of artifacts 190 times, and then eight connections do so ten times each.',
  seconds: 6,
  async run(attacker) {
    const from = attacker.address();
    const space = await openSpace(attacker);
    await fillWithArtifacts(attacker, space, 31);
    const list = (count: number) =>
      attacker.ask({ from, key: space.ownerKey, ...batch('GET', 'listArtifacts', count, () => ({ spaceId: space.spaceId })) });
    await list(190);
    await attacker.flood(24, 8, () => list(callsPerBatch));
  },
};
