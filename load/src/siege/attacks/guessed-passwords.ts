import type { Attack } from '../attack.ts';

export const guessedPasswords: Attack = {
  name: 'guessed-passwords',
  does: 'Ten addresses try 1,000 passwords on 50 accounts.',
  seconds: 4,
  async run(attacker) {
    const { host, port } = attacker.field.target;
    const headers = { origin: `http://${host}:${port}`, 'content-type': 'application/x-www-form-urlencoded' };
    await attacker.flood(1_000, 10, (i) => {
      const body = `email=user${i % 50}%40example.org&password=guess+number+${i}`;
      return attacker.ask({ from: attacker.address(i % 10), method: 'POST', path: '/login', headers, body });
    });
  },
};
