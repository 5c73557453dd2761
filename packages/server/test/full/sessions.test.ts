import { createHmac, randomUUID } from 'node:crypto';
import {
  answer,
  ask,
  meeting,
  startIssuer,
  startServer,
  type Settings,
  type TestIssuer,
  type TestServer,
  type Walker,
} from '@parley/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databases, onEmbedded, onPostgres, type Place } from '../databases.ts';
import { mcpClients } from '../mcp-clients.ts';
import { account, signedIn, signIn, started, withFirstAccount } from '../visitors.ts';

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(Date.now() / 1000);
const hour = 3_600;

const me = (server: { url: string }, session: string) => ask(server, 'getMe', { session });

describe('a dashboard session of an external issuer', () => {
  let place: Place;
  let issuer: TestIssuer;
  let server: TestServer;
  const start = (settings: Settings) => startServer({ ...place.settings, ...settings });
  beforeAll(async () => {
    [place, issuer] = await Promise.all([onEmbedded(), startIssuer()]);
    server = await start(issuer.settings);
  });
  afterAll(async () => {
    await server.stop();
    await issuer.stop();
    await place.remove();
  });

  test('200: (issuer, subject) is the user, with the latest name and e-mail address', async () => {
    const first = await me(server, await issuer.session('ada'));
    expect(first).toMatchObject({ status: 200, body: { name: 'ada', email: 'ada@example.org' } });
    const renamed = await me(server, await issuer.session('ada', { name: 'Ada Lovelace', email: undefined }));
    expect(renamed.body).toEqual({ ...first.body, name: 'Ada Lovelace', email: '' });
    const other = await me(server, await issuer.session('grace'));
    expect(other.body['id']).not.toBe(first.body['id']);
  });

  test.each<[string, Record<string, unknown>]>([
    ['that expired', { exp: seconds() - 60 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: seconds() + hour }],
    ['for another audience', { aud: 'elsewhere' }],
    ['without an audience', { aud: undefined }],
    ['of another issuer', { iss: 'https://issuer.example' }],
    ['without a subject', { sub: undefined }],
  ])('401 for one %s', async (_, claims) => {
    expect(await me(server, await issuer.session('ada', claims))).toMatchObject({
      status: 401,
      body: { code: 'session_required' },
    });
  });

  test('401 for forged ones: unsigned, changed, or signed with the public key as a shared secret', async () => {
    const [header = '', payload = '', signature = ''] = (await issuer.session('ada')).split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    const admin = base64({ ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), sub: 'grace' });
    const confused = `${base64({ alg: 'HS256', kid })}.${payload}`;
    const secrets = [JSON.stringify(issuer.publicKey()), issuer.publicKey().x!, ''];
    const forged = [
      `${base64({ alg: 'none' })}.${payload}.`,
      `${base64({ alg: 'none', kid })}.${payload}.${signature}`,
      `${header}.${admin}.${signature}`,
      `${header}.${payload}.`,
      ...secrets.map((secret) => `${confused}.${createHmac('sha256', secret).update(confused).digest('base64url')}`),
      'usr_nonsense',
      'a.b.c',
      'x'.repeat(8_000),
    ];
    for (const session of forged) expect((await me(server, session)).status, session.slice(0, 60)).toBe(401);
  });

  test.each([undefined, 'JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt', 'Application/JWT'])(
    '200 for one of type %s',
    async (typ) => {
      expect((await me(server, await issuer.session('ada', {}, { typ }))).status).toBe(200);
    },
  );

  describe.each<[unknown]>([
    ['oauth-id-jag+jwt'],
    ['application/oauth-id-jag+jwt'],
    ['logout+jwt'],
    ['secevent+jwt'],
    ['dpop+jwt'],
    ['token-introspection+jwt'],
    ['x/jwt'],
    ['application/application/jwt'],
    ['jwt '],
    [''],
    [null],
    [['JWT']],
  ])('401 for a JWT of type %j, which the issuer signed for another purpose', (typ) => {
    const typed = () => issuer.session('ada', {}, { typ });

    test('over REST and tRPC', async () => {
      const session = await typed();
      const { spaceId } = (await meeting(server, 0)).owner;
      for (const name of ['getMe', 'listMySpaces', 'listApiTokens', 'createApiToken'] as const)
        expect(await ask(server, name, { session })).toMatchObject({ status: 401, body: { code: 'session_required' } });
      expect(await ask(server, 'getMySpaceKey', { spaceId, session })).toMatchObject({ status: 401 });
      const headers = { authorization: `Bearer ${session}` };
      expect((await fetch(`${server.url}/trpc/getMe`, { headers })).status).toBe(401);
    });

    test('over MCP', async () => {
      const [[, connect]] = mcpClients as [(typeof mcpClients)[number]];
      const client = await connect(server.url, { authorization: `Bearer ${await typed()}` });
      const { isError, content } = await client.call('get_my_space_key', { spaceId: randomUUID() });
      expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining('401')]);
    });

    test('as proof that a joiner is human', async () => {
      const { owner, invitation } = await meeting(server, 0);
      for (const [session, speaker] of [
        [await typed(), 'guest'],
        [await issuer.session('ada'), 'human'],
      ] as const) {
        const { participantId } = await answer(200, server, 'joinSpace', { ...invitation, session }, { name: 'Ada' });
        const { participants } = await answer(200, server, 'getSpace', owner);
        expect(participants.find((each) => each.participantId === participantId)).toMatchObject({ speaker });
      }
    });
  });

  test('keys rotate without a restart', async () => {
    await issuer.rotate();
    expect((await me(server, await issuer.session('ada'))).status).toBe(200);
  });

  test('401 for forged ones with unknown keys, without fetching the keys of the issuer each time', async () => {
    const [, payload, signature] = (await issuer.session('ada')).split('.');
    const before = issuer.fetches();
    for (let i = 0; i < 20; i += 1) {
      const forged = `${base64({ alg: 'ES256', kid: `forged ${i}` })}.${payload}.${signature}`;
      expect((await me(server, forged)).status).toBe(401);
    }
    expect(issuer.fetches() - before).toBeLessThanOrEqual(1);
    expect((await me(server, await issuer.session('ada'))).status).toBe(200);
  });

  test('401, and never a 5xx, while the issuer is unreachable', async () => {
    const session = await issuer.session('ada');
    await server.stop();
    server = await start({ PARLEY_OIDC_ISSUER: 'http://127.0.0.1:9', PARLEY_OIDC_AUDIENCE: 'parley' });
    for (let time = 0; time < 3; time += 1) expect((await me(server, session)).status).toBe(401);
    await server.stop();
    server = await start({ ...issuer.settings, PARLEY_OIDC_JWKS_URL: 'http://127.0.0.1:9/jwks' });
    expect((await me(server, session)).status).toBe(401);
  });

  test('401 if no issuer is set', async () => {
    await server.stop();
    server = await start({});
    expect((await me(server, await issuer.session('ada'))).status).toBe(401);
  });
});

describe.each(databases)('a JWT of a browser, on %s', (name, open) => {
  test('ends with the session of the browser: 401 in every process after signing out, for a token, a key and a list', async () => {
    const place = await open();
    onTestFinished(place.remove);
    const publicUrl = { PARLEY_PUBLIC_URL: 'http://parley.example' };
    const [here, there = here!] = await Promise.all((name === 'PostgreSQL' ? [1, 2] : [1]).map(() => started(place, publicUrl)));
    const human = await withFirstAccount(here!);
    const second = await signIn(here!, account.email, account.password);
    const jwtOf = async (browser: Walker) => String((await browser.json(`${here!.url}/auth/token`))['token']);
    const [jwt, other] = [await jwtOf(human), await jwtOf(second)];
    const { sid } = JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString()) as { sid: string };
    expect(human.cookie(here!.url)).not.toContain(sid);
    const asked = (session: string, { url }: TestServer) =>
      Promise.all(
        [
          ['POST', '/hub/me/tokens'],
          ['GET', '/hub/me/tokens'],
          ['GET', '/hub/me'],
          ['GET', `/hub/space/${randomUUID()}/key`],
        ].map(async ([method, path]) => {
          const headers = { authorization: `Bearer ${session}` };
          return (await fetch(`${url}${path}`, { method: method!, headers })).status;
        }),
      );
    const [live, ended] = [
      [201, 200, 200, 404],
      [401, 401, 401, 401],
    ];
    for (const server of [here!, there]) expect(await asked(jwt, server)).toEqual(live);
    await human.submit('Sign out');
    for (const server of [there, here!]) {
      expect(await asked(jwt, server)).toEqual(ended);
      expect(await asked(other, server)).toEqual(live);
    }
    await second.open(`${here!.url}/account`);
    await second.submit('Change the password', { password: 'yet another battery' });
    expect(await asked(other, there)).toEqual(live);
    expect((await signIn(there, account.email, 'yet another battery')).html).toContain(signedIn);
  });
});

test('a token that was revoked in one process is unknown to the others immediately', async () => {
  const place = await onPostgres();
  const issuer = await startIssuer();
  const [here, there] = await Promise.all([1, 2].map(() => startServer({ ...place.settings, ...issuer.settings })));
  try {
    const session = await issuer.session('ada');
    for (let round = 0; round < 10; round += 1) {
      const { id, token: userToken } = await answer(201, here!, 'createApiToken', { session });
      const { spaceId } = await answer(200, there!, 'createSpace', { userToken }, { name: 'Mine', description: '' });
      const key = async () => (await ask(there!, 'getMySpaceKey', { spaceId, userToken })).status;
      expect(await key()).toBe(200);
      await ask(here!, 'revokeApiToken', { session }, { tokenId: id });
      expect(await key()).toBe(401);
    }
  } finally {
    await Promise.all([here!.stop(), there!.stop()]);
    await issuer.stop();
    await place.remove();
  }
});
