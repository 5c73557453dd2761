import { randomBytes } from 'node:crypto';
import { streamOf } from '../../generators/requests.ts';
import { promised, type Planned } from '../attacker.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const kilobytes = 60;
const addresses = 10;
const [ttlSeconds, latestMs] = [3, 5_000];

/** Credentials that are wrong, shared or many, and what anybody can create without one. */
export const credentials: Readonly<Record<string, Planned>> = {
  'minted-keys': {
    does: 'One address joins its own space 40 times and stores messages of 60 KiB with all the keys as fast as it can.',
    seconds: 8,
    space: { participants: 40 },
    async run({ flood, call, member, reached }) {
      const content = 'x'.repeat(kilobytes * 1024);
      const stored = await flood(6_000, 32, (i) => call('sendMessage', member(i), { content }));
      reached(`${stored} messages stored by one address`, stored > promised.requests);
    },
  },
  'unknown-keys': {
    does: '20 addresses request the messages of an existing space with 6,000 well-formed but unknown keys.',
    run: ({ flood, call, field: { spaceId } }) =>
      flood(6_000, 40, (i) => call('listMessages', { spaceId, key: randomBytes(32).toString('hex') }, {}, { from: i % 20 })),
  },
  'forged-sessions': {
    does: '20 addresses send 2,000 forged sessions, half of them in the name of the server itself, each signed with a different key: the server must not fetch the keys of the issuer each time.',
    mostKeyFetches: 5,
    async run({
      flood,
      call,
      field: {
        issuer = 'https://issuer.example',
        target: { url },
      },
    }) {
      const exp = Math.floor(Date.now() / 1000) + 3_600;
      const claims = [url, issuer].map((iss) => part({ iss, aud: 'parley', sub: 'somebody', exp }));
      await flood(2_000, 20, (i) => {
        const header = part({ alg: 'ES256', kid: randomBytes(8).toString('hex') });
        const session = `${header}.${claims[i % 2]}.${randomBytes(64).toString('base64url')}`;
        return call('getMe', {}, {}, { from: i % 20, headers: { authorization: `Bearer ${session}` } });
      });
    },
  },
  'shared-invitation': {
    does: 'One invitee sends 1,500 requests with the invitation key, while others join with the same key from other addresses.',
    holds: true,
    run: ({ flood, call, field: { spaceId, invitationKey: key } }) => flood(1_500, 16, () => call('getSpace', { spaceId, key })),
  },
  'guessed-passwords': {
    does: 'Ten addresses try 1,000 passwords on 50 accounts.',
    run: ({ flood, ask, field: { target } }) => {
      const headers = { origin: target.url, 'content-type': 'application/x-www-form-urlencoded' };
      return flood(1_000, 10, (i) => {
        const body = `email=user${i % 50}%40example.org&password=guess+number+${i}`;
        return ask({ from: i % 10, method: 'POST', path: '/login', headers, body });
      });
    },
  },
  'many-spaces': {
    does: 'Ten addresses create 4,000 spaces and start 2,000 link requests without any credential.',
    async run({ flood, call, reached }) {
      const created = { createSpace: 0, startLink: 0 };
      const input = { name: 'Flood', description: 'One of many', ttl: 60, agentName: 'Flood' };
      await flood(6_000, 32, async (i) => {
        const operation = i % 3 ? 'createSpace' : 'startLink';
        const { status } = await call(operation, {}, input, { from: i % addresses });
        if (status === 200) created[operation] += 1;
      });
      const { createSpace, startLink } = created;
      const most = Math.max(createSpace, startLink);
      reached(`${createSpace} spaces and ${startLink} link requests created`, most > addresses * promised.created);
    },
  },
  'expired-spaces': {
    does: '20 addresses create 5,000 spaces that live for a second; the stream of a space that expires after them must end in time.',
    seconds: 14,
    async run({ flood, call, need, read, hold, reached }) {
      const input = { name: 'Short', description: 'Lives for a second', ttl: 1 };
      await flood(5_000, 32, (i) => call('createSpace', {}, input, { from: 1 + Math.floor(i / 250) }));
      const { spaceId, ownerPrivateKey: key } = await need('createSpace', {}, { ...input, ttl: ttlSeconds });
      const dueAt = performance.now() + ttlSeconds * 1_000;
      const stream = await read(streamOf({ spaceId, key }));
      const ended = new Promise<boolean>((resolve) => stream.once('close', () => resolve(true)));
      const hasEnded = await Promise.race([ended, hold().then(() => false)]);
      const late = performance.now() - dueAt;
      const note = `the stream ${hasEnded ? 'ended' : 'had not ended'} ${(late / 1000).toFixed(1)} s after its space`;
      reached(note, late > latestMs);
    },
  },
};
