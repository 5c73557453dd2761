import { randomUUID } from 'node:crypto';
import { answer, ask, startIssuer } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, onPostgres } from '../databases.ts';
import { serve } from '../in-process.ts';
import { account, onFreshServer, withFirstAccount } from '../visitors.ts';

interface Told {
  code?: string;
  userCode?: string;
  status?: string;
}

/** Humans of another issuer, with several processes on one database. */
async function humans(open: (typeof databases)[number][1], processes = 1) {
  const place = await open();
  onTestFinished(place.remove);
  const issuer = await startIssuer();
  onTestFinished(issuer.stop);
  const settings = { ...place.settings, ...issuer.settings };
  const servers = await Promise.all(Array.from({ length: processes }, () => serve(settings)));
  for (const { stop } of servers) onTestFinished(stop);
  const [server] = servers as [(typeof servers)[number]];
  const sessions = { maya: await issuer.session('maya'), lin: await issuer.session('lin') };
  type Who = keyof typeof sessions;
  const call = async (who: Who, method: string, path: string, body?: object, key?: string, at = server) => {
    const response = await fetch(`${at.url}/hub/me/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${sessions[who]}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    const isReplayed = response.headers.get('idempotency-replayed') === 'true';
    return { status: response.status, headers: response.headers, isReplayed, body: (text ? JSON.parse(text) : {}) as Told };
  };
  return {
    server,
    servers,
    call,
    look: (who: Who, code: string) => call(who, 'GET', `links/${code}`),
    decide: (who: Who, code: string, decision: string, key?: string, at = server) =>
      call(who, 'POST', `links/${code}/decide`, { decision }, key, at),
    async start(agentName = 'Ada') {
      const { deviceCode, verificationUriComplete } = await answer(200, server, 'startLink', {}, { agentName });
      return { deviceCode, code: new URL(verificationUriComplete).searchParams.get('code')! };
    },
  };
}

describe.each(databases)('a human on %s', (_, open) => {
  test('sees a link request and decides, by its code in upper or lower case, with or without the dash', async () => {
    const { server, look, decide, start } = await humans(open);
    const { deviceCode, code } = await start();
    for (const typed of [code, code.toLowerCase(), code.replace('-', ''), `%20${code.replace('-', '%20')}`]) {
      const { status, body } = await look('maya', typed);
      expect([status, body]).toEqual([
        200,
        { userCode: code, agentName: 'Ada', address: '127.0.0.1', createdAt: expect.any(String), expiresAt: expect.any(String) },
      ]);
      expect(JSON.stringify(body)).not.toContain(deviceCode);
    }
    expect((await decide('maya', code.toLowerCase().replace('-', ''), 'approved')).body).toEqual({ ok: true });
    expect((await look('maya', code)).body).toMatchObject({ code: 'link_not_found' });
    expect((await decide('maya', code, 'approved')).status).toBe(200);
    expect((await decide('maya', code, 'denied')).status).toBe(409);
    expect((await decide('lin', code, 'approved')).body).toMatchObject({ code: 'status_conflict' });
    const { status, token } = await answer(200, server, 'pollLink', {}, { deviceCode });
    expect([status, token]).toEqual(['approved', expect.stringMatching(/^usr_/)]);
    for (const code of ['BCDF-GHJK', 'nonsense', '%00', 'x'.repeat(5_000)]) {
      expect((await look('maya', code)).status).toBe(404);
      expect((await decide('maya', code, 'approved')).status).toBe(404);
    }
    expect((await decide('maya', code, 'perhaps')).status).toBe(400);
  });

  test('decides once, however many retries with one Idempotency-Key arrive at the same time', async () => {
    const { call, decide, start } = await humans(open);
    const { code } = await start();
    const key = randomUUID();
    const tries = await Promise.all(Array.from({ length: 8 }, () => decide('maya', code, 'denied', key)));
    expect(tries.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(tries.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect((await decide('maya', code, 'approved', key)).body).toMatchObject({ code: 'key_reused' });
    const revoked = randomUUID();
    expect((await call('maya', 'DELETE', 'tokens', undefined, revoked)).status).toBe(204);
    await call('maya', 'POST', 'tokens');
    expect((await call('maya', 'DELETE', 'tokens', undefined, revoked)).isReplayed).toBe(true);
    expect((await call('maya', 'GET', 'tokens?state=working')).body).toHaveLength(1);
  });

  test('revokes all of their own tokens, and approved but uncollected link requests', async () => {
    const { server, call, decide, start } = await humans(open);
    const [mine, theirs, refused] = [await start(), await start(), await start()];
    await decide('maya', mine.code, 'approved');
    await decide('lin', theirs.code, 'approved');
    await call('maya', 'POST', 'tokens');
    await call('lin', 'POST', 'tokens');
    expect((await call('maya', 'DELETE', 'tokens')).status).toBe(204);
    const lists = [await call('maya', 'GET', 'tokens?state=working'), await call('maya', 'GET', 'tokens')];
    expect(lists.map(({ body }) => body)).toMatchObject([[], [{ revoked: true }]]);
    expect((await call('lin', 'GET', 'tokens?state=working')).body).toHaveLength(1);
    const told = async ({ deviceCode }: typeof mine) => (await answer(200, server, 'pollLink', {}, { deviceCode })).status;
    expect([await told(mine), await told(theirs), await told(refused)]).toEqual(['denied', 'approved', 'pending']);
  });
});

test('one of several concurrent decisions at two processes counts, and the agent gets that one', async () => {
  const { server, servers, decide, start } = await humans(onPostgres, 2);
  for (let round = 0; round < 5; round += 1) {
    const { deviceCode, code } = await start();
    const says = [...Array(12).keys()].map((i) => ({
      who: i % 3 ? ('maya' as const) : ('lin' as const),
      decision: i % 2 ? 'approved' : 'denied',
      at: servers[i % 2]!,
    }));
    const [polls, ...decided] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => ask(server, 'pollLink', {}, { deviceCode }))),
      ...says.map(async ({ who, decision, at }) => ({ who, decision, ...(await decide(who, code, decision, undefined, at)) })),
    ]);
    const counted = new Set(decided.flatMap(({ who, decision, status }) => (status === 200 ? [`${who} ${decision}`] : [])));
    expect(counted.size).toBe(1);
    expect(new Set(decided.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const last = await ask(server, 'pollLink', {}, { deviceCode });
    const tokens = [...polls, last].filter(({ body }) => body.token !== undefined);
    expect(tokens).toHaveLength([...counted][0]!.endsWith('approved') ? 1 : 0);
  }
});

test('wrong codes: twenty in a quarter of an hour per human, independent of the rate limit; right ones do not count', async () => {
  const { look, decide, start } = await humans(onPostgres);
  const { code } = await start();
  for (let i = 0; i < 30; i += 1) expect((await look('maya', code)).status).toBe(200);
  for (let i = 0; i < 20; i += 1) {
    const tried = i % 2 ? look('maya', 'BCDFGHJK') : decide('maya', 'BCDFGHJK', 'approved');
    expect((await tried).status).toBe(404);
  }
  for (const { status, headers, body } of [await look('maya', code), await decide('maya', code, 'approved')]) {
    expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([429, 'rate_limited', true]);
  }
  expect((await decide('lin', code, 'approved')).status).toBe(200);
});

test('the page says when a human typed too many wrong codes', async () => {
  const server = await onFreshServer();
  const human = await withFirstAccount(server);
  const { verificationUri, verificationUriComplete } = await answer(200, server, 'startLink', {}, {});
  for (let i = 0; i < 20; i += 1) {
    expect((await human.open(`${verificationUri}?code=BCDFGHJK`)).html).toContain('no open request with this code');
  }
  expect((await human.open(verificationUriComplete)).html).toContain('Too many wrong codes');
});

test('another site cannot use up the tries of a user: its code must be submitted again', async () => {
  const server = await onFreshServer();
  const human = await withFirstAccount(server);
  const { verificationUri, verificationUriComplete } = await answer(200, server, 'startLink', {}, {});
  const headers = { 'sec-fetch-site': 'cross-site' };
  for (let i = 0; i < 25; i += 1) await human.open(`${verificationUri}?code=BCDFGHJK`, { headers });
  expect(human.html).toContain('value="BCDF-GHJK"');
  expect((await human.open(verificationUriComplete, { headers })).html).not.toContain('Link this agent?');
  expect((await human.open(verificationUriComplete)).html).toContain('Link this agent?');
});

test('a session cookie permits no change by another site, and is not a credential outside the pages', async () => {
  const server = await onFreshServer();
  const human = await withFirstAccount(server);
  const { verificationUriComplete } = await answer(200, server, 'startLink', {}, {});
  await human.open(verificationUriComplete);
  const fields = Object.fromEntries([...human.html.matchAll(/name="(code|proof)" value="([^"]+)"/g)].map(([, k, v]) => [k!, v!]));
  const cookie = human.cookie(server.url);
  const post = async (path: string, origin: string, body: Record<string, string>) =>
    fetch(`${server.url}/${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin },
      body: new URLSearchParams(body),
    });
  const decision = { ...fields, decision: 'approve' };
  for (const origin of ['https://evil.example', 'null']) {
    for (const [path, body] of [
      ['link', decision],
      ['revoke', { token: randomUUID() }],
      ['password', { password: account.password, everything: 'yes' }],
      ['passkeys', { remove: 'x' }],
      ['passkeys', { rename: 'x', name: 'y' }],
      ['tokens', { name: 'x', once: randomUUID() }],
      ['browsers', { others: 'yes' }],
    ] as const) {
      expect([path, (await post(path, origin, body)).status]).toEqual([path, 400]);
    }
  }
  const code = String(fields['code']);
  for (const [method, path] of [
    ['GET', `hub/me/links/${code}`],
    ['POST', `hub/me/links/${code}/decide`],
    ['DELETE', 'hub/me/tokens'],
  ] as const) {
    const headers = { cookie, origin: server.url };
    expect((await fetch(`${server.url}/${path}`, { method, headers })).status).toBe(401);
  }
  expect((await post('link', server.url, decision)).headers.get('location')).toBe('link?done=approved');
  expect((await post('link', server.url, decision)).headers.get('location')).toBe('link?done=approved');
  expect((await post('link', server.url, { ...decision, decision: 'refuse' })).headers.get('location')).toBe('link?done=late');
});
