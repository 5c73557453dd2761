import { randomBytes } from 'node:crypto';
import { streamOf } from '../../clients/meeting.ts';
import type { Attack } from './attack.ts';
import { perHour, perMinute } from './promised.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const kilobytes = 60;
const latestMs = 5_000;

/** One address with many keys. */
export const mintedKeys: Attack = {
  name: 'minted-keys',
  does: 'One address joins its own space 40 times and stores messages of 60 KiB with all the keys as fast as it can.',
  seconds: 8,
  async run(attacker) {
    const members = await attacker.join(await attacker.openSpace(), 40);
    const content = 'x'.repeat(kilobytes * 1024);
    let stored = 0;
    await attacker.flood(6_000, 32, async (i) => {
      const { status } = await attacker.call('sendMessage', members[i % members.length]!, { content });
      if (status === 200) stored += 1;
    });
    if (stored > perMinute) attacker.gained.broken.push(`${stored} messages stored by one address`);
    attacker.gained.note = `${((stored * kilobytes) / 1024).toFixed(0)} MiB stored`;
  },
};

/** Credentials that are wrong, or shared. */
export const credentials: readonly Attack[] = [
  {
    name: 'unknown-keys',
    does: '20 addresses request the messages of an existing space with 6,000 well-formed but unknown keys.',
    seconds: 3,
    async run(attacker) {
      const { spaceId } = attacker.field;
      const key = () => randomBytes(32).toString('hex');
      await attacker.flood(6_000, 40, (i) => attacker.call('listMessages', { spaceId, key: key() }, {}, { from: i % 20 }));
    },
  },
  {
    name: 'forged-sessions',
    does: '20 addresses send 2,000 forged sessions, half of them in the name of the server itself, each signed with a different key: the server must not fetch the keys of the issuer each time.',
    seconds: 3,
    mostKeyFetches: 5,
    async run(attacker) {
      const { issuer, target } = attacker.field;
      const exp = Math.floor(Date.now() / 1000) + 3_600;
      const issuers = [`http://${target.host}:${target.port}`, issuer ?? 'https://issuer.example'];
      const claims = issuers.map((iss) => part({ iss, aud: 'parley', sub: 'somebody', exp }));
      const session = (i: number) => {
        const header = part({ alg: 'ES256', kid: randomBytes(8).toString('hex') });
        return `${header}.${claims[i % 2]}.${randomBytes(64).toString('base64url')}`;
      };
      await attacker.flood(2_000, 20, (i) =>
        attacker.call('getMe', {}, {}, { from: i % 20, headers: { authorization: `Bearer ${session(i)}` } }),
      );
    },
  },
  {
    name: 'shared-invitation',
    does: 'One invitee sends 1,500 requests with the invitation key, while others join with the same key from other addresses.',
    seconds: 5,
    async run(attacker) {
      const { spaceId, invitationKey: key } = attacker.field;
      await attacker.flood(1_500, 16, () => attacker.call('getSpace', { spaceId, key }));
      await attacker.hold();
    },
  },
  {
    name: 'guessed-passwords',
    does: 'Ten addresses try 1,000 passwords on 50 accounts.',
    seconds: 4,
    async run(attacker) {
      const { host, port } = attacker.field.target;
      const headers = { origin: `http://${host}:${port}`, 'content-type': 'application/x-www-form-urlencoded' };
      await attacker.flood(1_000, 10, (i) => {
        const body = `email=user${i % 50}%40example.org&password=guess+number+${i}`;
        return attacker.ask({ from: i % 10, method: 'POST', path: '/login', headers, body });
      });
    },
  },
];

/** What anybody can create without a credential. */
export const creations: readonly Attack[] = [
  {
    name: 'many-spaces',
    does: 'Ten addresses create 4,000 spaces and start 2,000 link requests without any credential.',
    seconds: 4,
    async run(attacker) {
      const addresses = 10;
      const created = { createSpace: 0, startLink: 0 };
      const input = { name: 'Flood', description: 'One of many', ttl: 60, agentName: 'Flood' };
      await attacker.flood(6_000, 32, async (i) => {
        const operation = i % 3 ? 'createSpace' : 'startLink';
        const { status } = await attacker.call(operation, {}, input, { from: i % addresses });
        if (status === 200) created[operation] += 1;
      });
      const { createSpace, startLink } = created;
      const most = Math.max(createSpace, startLink);
      attacker.reached(`${createSpace} spaces and ${startLink} link requests created`, most > addresses * perHour);
    },
  },
  {
    name: 'expired-spaces',
    does: '20 addresses create 5,000 spaces that live for a second; the stream of a space that expires after them must end in time.',
    seconds: 14,
    async run(attacker) {
      const input = { name: 'Short', description: 'Lives for a second', ttl: 1 };
      await attacker.flood(5_000, 32, (i) => attacker.call('createSpace', {}, input, { from: 1 + Math.floor(i / 250) }));
      const ttlSeconds = 3;
      const space = await attacker.openSpace(ttlSeconds);
      const dueAt = performance.now() + ttlSeconds * 1_000;
      const stream = await attacker.read(streamOf(space));
      const ended = new Promise<boolean>((resolve) => stream.once('close', () => resolve(true)));
      const hasEnded = await Promise.race([ended, attacker.hold().then(() => false)]);
      const late = performance.now() - dueAt;
      const note = `the stream ${hasEnded ? 'ended' : 'had not ended'} ${(late / 1000).toFixed(1)} s after its space`;
      attacker.reached(note, late > latestMs);
    },
  },
];
