import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asName, hostile, hostileTexts } from '@parley/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { startParley, type Parley } from '../../parley.ts';
import { createLogger } from '../wire/log.ts';

const publicUrl = 'https://parley.example';
const all = hostileTexts.join('\n');
const dataDir = mkdtempSync(join(tmpdir(), 'parley-cards-'));

let parley: Parley;
let app: FastifyInstance;
beforeAll(async () => {
  parley = await startParley(readConfig({ PARLEY_DATA_DIR: dataDir, PARLEY_PUBLIC_URL: publicUrl }), createLogger('silent'));
  app = await createApp(parley);
});
afterAll(async () => {
  await app.close();
  await parley.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Told = Record<
  'spaceId' | 'ownerPrivateKey' | 'publicInvitationKey' | 'humanLink' | 'agentLink' | 'participantPrivateKey',
  string
>;

async function post(path: string, key?: string, body?: object) {
  const headers = key ? { 'x-private-key': key } : {};
  const response = await app.inject({ method: 'POST', url: path, headers, ...(body && { payload: body }) });
  return response.json<Told>();
}

async function invitationTo(wish: object = {}, terms?: object) {
  const { spaceId, ownerPrivateKey } = await post('/hub/space', undefined, {
    name: 'Bridge',
    description: 'Where we meet',
    ...wish,
  });
  const { publicInvitationKey, humanLink, agentLink } = await post(`/hub/space/${spaceId}/invite`, ownerPrivateKey, terms);
  return {
    spaceId,
    ownerKey: ownerPrivateKey,
    key: publicInvitationKey,
    page: humanLink.slice(publicUrl.length),
    card: agentLink.slice(publicUrl.length),
  };
}

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });
const isPrivate = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

describe('an invitation link that no longer works', () => {
  it('leads a browser to a page, and is an error for a program', async () => {
    const { spaceId, ownerKey, page } = await invitationTo();
    const told = async (path: string, accept = '*/*') => get(path, { accept });
    const shown = async (path: string) => {
      const { statusCode, headers } = await told(path, 'text/html,*/*;q=0.8');
      expect([statusCode, headers]).toEqual([303, expect.objectContaining(isPrivate)]);
      const target = await told(new URL(headers.location!, publicUrl + path).pathname, 'text/html');
      expect([target.statusCode, target.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      return target.body;
    };
    const lost = `/space/${spaceId}/${'0'.repeat(64)}`;
    for (const [path, title, status] of [
      [lost, 'There is no such space', 401],
      ['/space/nowhere/nothing', 'There is no such space', 404],
    ] as const) {
      expect(await shown(path)).toContain(`<h1>${title}</h1>`);
      const refusal = await told(path);
      expect([refusal.statusCode, refusal.json().code]).toEqual([status, expect.any(String)]);
    }
    await app.inject({ method: 'DELETE', url: `/hub/space/${spaceId}`, headers: { 'x-private-key': ownerKey } });
    expect(await shown(page)).toContain('<h1>This space has ended</h1>');
    expect((await told(page)).json()).toMatchObject({ code: 'key_expired' });
  });
});

describe('an invitation that no longer works', () => {
  const usedUp = async () => {
    const invitation = await invitationTo({ name: 'Secret plans' }, { maxUses: 1 });
    await post(`/hub/space/${invitation.spaceId}/join`, invitation.key, { name: 'Ada' });
    return invitation;
  };

  it('is the app for a browser, where a participant who joined before continues, and reveals nothing about the space', async () => {
    const { key, page } = await usedUp();
    const { statusCode, headers, body } = await get(page, { accept: 'text/html' });
    expect([statusCode, headers]).toEqual([200, expect.objectContaining({ ...isPrivate, vary: 'Accept' })]);
    expect([headers['content-type'], headers['link']]).toEqual(['text/html; charset=utf-8', undefined]);
    expect(headers['content-security-policy']).toContain("form-action 'none'");
    expect(body).toContain('<div id="app">');
    expect(body).not.toMatch(new RegExp(`Secret plans|${key}`));
  });

  it('is 401 for a program, page and card alike', async () => {
    const { page, card } = await usedUp();
    for (const address of [page, card]) {
      const { statusCode, body } = await get(address);
      expect([statusCode, JSON.parse(body).code]).toEqual([401, 'invitation_used_up']);
    }
  });
});

describe('an invitation with terms', () => {
  const terms = { maxUses: 3, expiresInSeconds: 3_600, role: hostile.markup.join('\n').slice(0, 100) };

  it('states them on the agent card, with the role as text of the owner', async () => {
    const { card } = await invitationTo({}, terms);
    const { body } = await get(card);
    expect(body).toMatch(
      /^- This invitation works for 3 more participants, until \d{4}-[^ ]+Z; participants who joined with it stay$/m,
    );
    expect(body).toMatch(/Your role:\n\n`{3,}text\n\| <script>/);
    expect(body).toContain(`-d '{"name":"Your name","isHuman":false}'`);
    expect((await get((await invitationTo()).card)).body).not.toContain('This invitation works');
  });
});

describe('the agent card', () => {
  it('is Markdown that names the space, its agenda and the way in', async () => {
    const { card, spaceId, key } = await invitationTo({ agenda: 'Vote' });
    const { statusCode, headers, body } = await get(card);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'x-content-type-options': 'nosniff',
      ...isPrivate,
    });
    expect(body).toContain(`curl -sS -X POST '${publicUrl}/hub/space/${spaceId}/join' -H 'X-Private-Key: ${key}'`);
    for (const part of [
      '| Bridge\n',
      '| Where we meet\n',
      '| Vote\n',
      '24 more hours',
      `${publicUrl}/openapi.json`,
      `${publicUrl}/docs/api`,
    ]) {
      expect(body).toContain(part);
    }
  });

  it('explains waiting for the owner only in a private space', async () => {
    const [open, guarded] = [await invitationTo(), await invitationTo({ privacy: 'private' })];
    expect((await get(open.card)).body).not.toContain('$PARTICIPANT');
    expect((await get(guarded.card)).body).toContain(`/hub/space/${guarded.spaceId}/join/$PARTICIPANT`);
  });
});

describe('the page of an invitation', () => {
  it('is the app, under a policy that makes HTML from no script', async () => {
    const { page } = await invitationTo();
    const { statusCode, headers, body } = await get(page);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      ...isPrivate,
    });
    const policy = String(headers['content-security-policy']);
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types parley-worker',
      "worker-src 'self'",
    ]) {
      expect(policy.split('; ')).toContain(directive);
    }
    expect(policy).not.toContain('unsafe');
    expect(body).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  });

  it('contains nothing that the owner wrote', async () => {
    const { page, key } = await invitationTo({ name: asName(all, 190), description: all.slice(0, 4_000), agenda: all });
    const plain = await invitationTo();
    const { body } = await get(page);
    expect(body.replaceAll(key, plain.key)).toBe((await get(plain.page)).body);
  });

  it('leads programs, and humans without scripts, to the card', async () => {
    const { page, card } = await invitationTo();
    const { headers, body } = await get(page);
    const [, linked] = /^<([^>]+)>; rel="alternate"; type="text\/markdown"$/.exec(String(headers['link'])) ?? [];
    const [, shown] = /<noscript>[^]*<a href="([^"]+\.md)">/.exec(body) ?? [];
    for (const found of [linked, shown]) expect(new URL(found!, publicUrl + page).pathname).toBe(card);
  });

  it('is made of files that exist', async () => {
    const { page } = await invitationTo();
    const { body } = await get(page);
    const links = [...body.matchAll(/(?:src|href)="(\.\.[^"]+)"/g)].map(
      ([, link = '']) => new URL(link, publicUrl + page).pathname,
    );
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const link of links) expect((await get(link)).statusCode, link).toBe(200);
  });
});

describe.each(['page', 'card'] as const)('the %s of an invalid invitation', (kind) => {
  const ending = kind === 'card' ? '/.well-known/agent.md' : '';
  const unknownKey = '0'.repeat(64);

  it.each([
    ['no such space', 404, 'space_not_found', async () => `/space/11111111-1111-4111-8111-111111111111/${unknownKey}`],
    ['no id', 404, 'space_not_found', async () => `/space/nothing/${unknownKey}`],
    ['an unknown key', 401, 'key_unknown', async () => `/space/${(await invitationTo()).spaceId}/${unknownKey}`],
    [
      'the key of another space',
      401,
      'key_unknown',
      async () => `/space/${(await invitationTo()).spaceId}/${(await invitationTo()).key}`,
    ],
    [
      'an owner key',
      401,
      'key_wrong_type',
      async () => {
        const { spaceId, ownerKey } = await invitationTo();
        return `/space/${spaceId}/${ownerKey}`;
      },
    ],
    [
      'a participant key',
      401,
      'key_wrong_type',
      async () => {
        const { spaceId, key } = await invitationTo();
        const { participantPrivateKey } = await post(`/hub/space/${spaceId}/join`, key, { name: 'Ada' });
        return `/space/${spaceId}/${participantPrivateKey}`;
      },
    ],
    [
      'a closed space',
      401,
      'key_expired',
      async () => {
        const { spaceId, ownerKey, page } = await invitationTo();
        await app.inject({ method: 'DELETE', url: `/hub/space/${spaceId}`, headers: { 'x-private-key': ownerKey } });
        return page;
      },
    ],
  ])('%s: %i %s', async (_, status, code, address) => {
    const { statusCode, headers, body } = await get((await address()) + ending);
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', ...isPrivate });
    expect(JSON.parse(body)).toMatchObject({ code, error: expect.any(String) });
    expect(headers['www-authenticate'] !== undefined).toBe(status === 401);
  });
});

describe('the files of the pages', () => {
  it('are fetched again only after a change', async () => {
    const first = await get('/pages/icon.svg');
    expect(first.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' });
    const again = await get('/pages/icon.svg', { 'if-none-match': first.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each(['join.js', 'passkey.js', 'nothing.js', '..%2Fpackage.json', 'constructor'])('are not %s', async (name) => {
    const { statusCode, body } = await get(`/pages/${name}`);
    expect(statusCode).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' });
  });
});

describe('avatars', () => {
  const id = 'c0ffee00-1234-5678-9abc-def012345678';

  it('are one picture per id, cached permanently', async () => {
    const { statusCode, headers, body } = await get(`/avatars/${id}.svg`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(body).toMatch(/^<svg .*<\/svg>$/);
    expect((await get(`/avatars/${id.toUpperCase()}.svg`)).body).toBe(body);
    expect((await get(`/avatars/${id.replace('c0ffee', 'decade')}.svg`)).body).not.toBe(body);
  });

  it.each([id, `${id}.png`, `${id}.svg.svg`, 'nobody.svg', `x${id}.svg`])('are nothing else: %s', async (name) => {
    const { statusCode, body } = await get(`/avatars/${name}`);
    expect(statusCode).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' });
  });
});
