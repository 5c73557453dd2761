import { randomBytes } from 'node:crypto';
import type { Attack } from '../attack.ts';

export const unknownKeys: Attack = {
  name: 'unknown-keys',
  does: '20 addresses request the messages of an existing space with 6,000 well-formed but unknown keys.',
  seconds: 3,
  async run(attacker) {
    const path = `/hub/space/${attacker.field.insider.spaceId}/messages`;
    const key = () => randomBytes(32).toString('hex');
    await attacker.flood(6_000, 40, (i) => attacker.ask({ from: attacker.address(i % 20), path, key: key() }));
  },
};
