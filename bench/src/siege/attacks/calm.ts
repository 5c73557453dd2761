import type { Attack } from '../attack.ts';

export const calm: Attack = {
  name: 'calm',
  does: 'Nobody attacks: what the others are compared with.',
  seconds: 2,
  run: (attacker) => attacker.hold(),
};
