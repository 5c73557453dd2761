import { randomBytes } from 'node:crypto';
import type { Attack } from '../attack.ts';

const mostFetches = 5;
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const forgedSessions: Attack = {
  name: 'forged-sessions',
  does: '20 addresses show 2,000 forged sessions, each signed by a key that the issuer does not know: its keys are not fetched for each.',
  seconds: 4,
  async run(attacker) {
    const { issuer } = attacker.field;
    const claims = part({ iss: issuer ?? 'https://issuer.example', aud: 'siege', sub: 'somebody', exp: Math.floor(Date.now() / 1000) + 3_600 });
    const session = () => {
      const header = part({ alg: 'ES256', kid: randomBytes(8).toString('hex') });
      return `${header}.${claims}.${randomBytes(64).toString('base64url')}`;
    };
    await attacker.flood(2_000, 20, (i) =>
      attacker.ask({ from: attacker.address(i % 20), path: '/hub/me', headers: { authorization: `Bearer ${session()}` } }),
    );
    if (issuer === undefined) return;
    const { asked } = (await (await fetch(`${issuer}/asked`)).json()) as { asked: number };
    attacker.gained.note = `keys fetched ${asked} times`;
    if (asked > mostFetches) attacker.gained.broken.push(attacker.gained.note);
  },
};
