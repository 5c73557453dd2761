import type { Attack } from '../attack.ts';

export const manySpaces: Attack = {
  name: 'many-spaces',
  does: 'Ten addresses make 4,000 spaces and start 2,000 link requests without any credential.',
  seconds: 5,
  async run(attacker) {
    const body = { name: 'Flood', description: 'One of very many', ttl: 60 };
    await attacker.flood(6_000, 32, (i) => {
      const from = attacker.address(i % 10);
      return i % 3
        ? attacker.ask({ from, method: 'POST', path: '/hub/space', body })
        : attacker.ask({ from, method: 'POST', path: '/hub/link/start', body: { agentName: 'Flood' } });
    });
  },
};
