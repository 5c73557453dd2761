import type { Attack } from '../attack.ts';

export const calm: Attack = {
  name: 'calm',
  does: 'No attack: the baseline for the others.',
  seconds: 2,
  run: (attacker) => attacker.hold(),
};
