import type { Attack } from '../attack.ts';
import { perHour } from './promised.ts';

const addresses = 10;

export const manySpaces: Attack = {
  name: 'many-spaces',
  does: 'Ten addresses create 4,000 spaces and start 2,000 link requests without any credential.',
  seconds: 4,
  async run(attacker) {
    const body = { name: 'Flood', description: 'One of many', ttl: 60, agentName: 'Flood' };
    const made = { space: 0, link: 0 };
    await attacker.flood(6_000, 32, async (i) => {
      const from = attacker.address(i % addresses);
      const what = i % 3 ? 'space' : 'link';
      const path = what === 'space' ? '/hub/space' : '/hub/link/start';
      const { status } = await attacker.ask({ from, method: 'POST', path, body });
      if (status === 200) made[what] += 1;
    });
    attacker.gained.note = `${made.space} spaces and ${made.link} link requests created`;
    if (Math.max(made.space, made.link) > addresses * perHour) attacker.gained.broken.push(attacker.gained.note);
  },
};
