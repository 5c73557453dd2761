import { requestBytes } from '../../load/request.ts';
import type { Attack } from '../attack.ts';
import { fillWithArtifacts, openSpace } from './own-space.ts';

export const unreadArtifacts: Attack = {
  name: 'unread-artifacts',
  does: 'One key requests the artifacts of a space with 31 MiB of them 120 times, on connections that are never read.',
  seconds: 6,
  async run(attacker) {
    const space = await openSpace(attacker);
    await fillWithArtifacts(attacker, space, 31);
    const list = requestBytes({ method: 'GET', path: `${space.path}/artifact`, key: space.ownerKey });
    await attacker.flood(120, 20, () => attacker.unread(attacker.address(), list));
    await attacker.hold();
  },
};
