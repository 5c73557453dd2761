import { randomBytes } from 'node:crypto';
import type { Attack } from '../attack.ts';

const mostFetches = 5;
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const forgedSessions: Attack = {
  name: 'forged-sessions',
  does: '20 addresses send 2,000 forged sessions, half of them in the name of the server itself, each signed with a different key: the server must not fetch the keys of the issuer each time.',
  seconds: 3,
  async run(attacker) {
    const { issuer, target } = attacker.field;
    const exp = Math.floor(Date.now() / 1000) + 3_600;
    const issuers = [`http://${target.host}:${target.port}`, issuer ?? 'https://issuer.example'];
    const claims = issuers.map((iss) => part({ iss, aud: 'siege', sub: 'somebody', exp }));
    const session = (i: number) => {
      const header = part({ alg: 'ES256', kid: randomBytes(8).toString('hex') });
      return `${header}.${claims[i % 2]}.${randomBytes(64).toString('base64url')}`;
    };
    await attacker.flood(2_000, 20, (i) =>
      attacker.ask({ from: attacker.address(i % 20), path: '/hub/me', headers: { authorization: `Bearer ${session(i)}` } }),
    );
    if (issuer === undefined) return;
    const { asked } = (await (await fetch(`${issuer}/asked`)).json()) as { asked: number };
    attacker.gained.note = `keys fetched ${asked} times`;
    if (asked > mostFetches) attacker.gained.broken.push(attacker.gained.note);
  },
};
