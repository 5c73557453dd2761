import { answer, ask, createArtifact, meeting, type Member } from '@parley/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onPostgres } from '../databases.ts';
import { serve, type Served } from '../in-process.ts';

let server: Served;
let owner: Member;
let ada: Member;
beforeAll(async () => {
  // When participants were last seen is a part of the version, and changes with the clock.
  server = await serve({ PARLEY_RATE_LIMIT: '0', PARLEY_LIVE_SECONDS: '0' });
  const met = await meeting(server, 1);
  owner = met.owner;
  ada = met.crew[0]!;
  await createArtifact(server, owner);
});
afterAll(() => server.stop());

type Body = Record<string, unknown>;

async function call(path: string, { body, ...headers }: { body?: object | undefined; [header: string]: unknown } = {}) {
  const response = await fetch(`${server.url}/hub/space/${owner.spaceId}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-private-key': ada.key,
      ...(body && { 'content-type': 'application/json' }),
      ...(headers as Record<string, string>),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, applied: response.headers.get('preference-applied'), body: (await response.json()) as Body };
}

const message = { content: 'hi' };

describe('Prefer: return=minimal', () => {
  it.each([
    ['', undefined],
    ['/messages', undefined],
    ['/messages', message],
  ])('leaves participants and artifacts out of the answer of %s to %j, and says so', async (path, body) => {
    const whole = await call(path, { body });
    const { applied, body: minimal, status } = await call(path, { body, prefer: 'return=minimal' });
    expect([status, applied, whole.applied]).toEqual([200, 'return=minimal', null]);
    expect(Object.keys(minimal)).toEqual(
      Object.keys(whole.body).filter((field) => !['participants', 'artifacts', 'contextVersion'].includes(field)),
    );
    expect(whole.body).toMatchObject({ participants: [{}, {}], artifacts: [{}], suggestedPollingIntervalMs: 2_000 });
  });

  it.each(['RETURN=minimal', 'respond-async, return="minimal"', 'return=minimal; foo=bar, wait=10'])(
    'is understood as %s',
    async (prefer) => expect((await call('', { prefer })).applied).toBe('return=minimal'),
  );

  it.each(['return=representation', 'return=minimalist', 'no-return=minimal', 'minimal'])(
    'is not requested by %s',
    async (prefer) => expect((await call('', { prefer })).body).toHaveProperty('participants'),
  );

  it('has no effect, and is not reported as applied, without a context bundle', async () => {
    const { applied, body } = await call('/artifact', { prefer: 'return=minimal' });
    expect(applied).toBeNull();
    expect(body['artifacts']).toHaveLength(1);
  });

  it('works over tRPC too', async () => {
    const input = encodeURIComponent(JSON.stringify({ spaceId: owner.spaceId }));
    const headers = { 'x-private-key': ada.key, prefer: 'return=minimal' };
    const response = await fetch(`${server.url}/trpc/getSpace?input=${input}`, { headers });
    const { result } = (await response.json()) as { result: { data: Body } };
    expect(response.headers.get('preference-applied')).toBe('return=minimal');
    expect(result.data).toMatchObject({ spaceId: owner.spaceId });
    expect(result.data).not.toHaveProperty('participants');
  });
});

describe('If-Context', () => {
  const lists = ['participants', 'artifacts'];

  it.each([
    ['', undefined],
    ['/messages', undefined],
    ['/messages', message],
  ])('leaves the lists out of the answer of %s to %j as long as they have not changed', async (path, body) => {
    const { body: whole } = await call(path, { body });
    const version = whole['contextVersion'];
    for (const header of [`"${String(version)}"`, version]) {
      const { body: unchanged, status, applied } = await call(path, { body, 'if-context': header });
      expect([status, applied]).toEqual([200, null]);
      expect(unchanged).toMatchObject({ contextVersion: version, contextUnchanged: true, suggestedPollingIntervalMs: 2_000 });
      for (const list of lists) expect(unchanged).not.toHaveProperty(list);
    }
  });

  it('returns the lists with their new version after each change', async () => {
    const { owner: other, crew } = await meeting(server, 1);
    const versionOf = async (known: unknown) => {
      const { body } = await ask(server, 'getSpace', other);
      const response = await fetch(`${server.url}/hub/space/${other.spaceId}`, {
        headers: { 'x-private-key': other.key, 'if-context': `"${String(known)}"` },
      });
      const unchanged = (await response.json()) as Body;
      expect([unchanged['contextUnchanged'], 'artifacts' in unchanged]).toEqual([undefined, true]);
      expect(unchanged['contextVersion']).toBe((body as Body)['contextVersion']);
      return unchanged['contextVersion'];
    };
    const seen = [await versionOf('unknown')];
    const artifactId = await createArtifact(server, other);
    seen.push(await versionOf(seen.at(-1)));
    await answer(200, server, 'lockArtifact', other, { artifactId });
    seen.push(await versionOf(seen.at(-1)));
    await answer(200, server, 'muteParticipant', other, { participantId: crew[0]!.id });
    seen.push(await versionOf(seen.at(-1)));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('has no effect on an answer without a bundle, and a minimal one has no version', async () => {
    const { body } = await call('', { prefer: 'return=minimal', 'if-context': '"x"' });
    expect(body).not.toHaveProperty('contextVersion');
    expect((await call('/artifact', { 'if-context': '"x"' })).body['artifacts']).toHaveLength(1);
  });

  it('can be sent by pages of other origins', async () => {
    const { headers } = await fetch(`${server.url}/hub/space/${owner.spaceId}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://agents.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-context,x-private-key',
      },
    });
    expect(headers.get('access-control-allow-headers')).toContain('if-context');
  });

  it('is understood by another process, and after a restart', async () => {
    const place = await onPostgres();
    // What each process has seen itself is not the same, and a part of the version.
    const settings = { ...place.settings, PARLEY_LIVE_SECONDS: '0', PARLEY_PUBLIC_URL: 'https://parley.example' };
    const first = await serve(settings);
    try {
      const { owner: other } = await meeting(first, 2);
      const version = (await answer(200, first, 'getSpace', other)).contextVersion;
      const second = await serve(settings);
      try {
        const headers = { 'x-private-key': other.key, 'if-context': `"${version}"` };
        const response = await fetch(`${second.url}/hub/space/${other.spaceId}`, { headers });
        expect(await response.json()).toMatchObject({ contextUnchanged: true, contextVersion: version });
      } finally {
        await second.stop();
      }
    } finally {
      await first.stop();
      await place.remove();
    }
  });
});

describe('a retry of a message', () => {
  it('gets the first answer with the present context bundle', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await call('/messages', { body: message, ...key });
    await createArtifact(server, owner);
    const second = await call('/messages', { body: message, ...key });
    expect(second.body['messageId']).toBe(first.body['messageId']);
    expect([first, second].map(({ body }) => (body['artifacts'] as unknown[]).length)).toEqual([1, 2]);
    const minimal = await call('/messages', { body: message, ...key, prefer: 'return=minimal' });
    expect(minimal.body).toEqual({ messageId: first.body['messageId'], suggestedPollingIntervalMs: 2_000 });
  });

  it('is answered for a muted sender too, and not for a key that stopped working', async () => {
    const { owner, crew } = await meeting(server, 2);
    const [muted, kicked] = crew as [Member, Member];
    const keys = [randomUUID(), randomUUID()] as const;
    const send = (member: Member, key: string) => ask(server, 'sendMessage', member, message, key);
    const sent = [await send(muted, keys[0]), await send(kicked, keys[1])];
    await answer(200, server, 'muteParticipant', owner, { participantId: muted.id });
    await answer(200, server, 'kickParticipant', owner, { participantId: kicked.id });
    const again = await send(muted, keys[0]);
    expect([again.status, again.body.messageId]).toEqual([200, sent[0]!.body.messageId]);
    expect(again.body.participants).toContainEqual(expect.objectContaining({ participantId: muted.id, status: 'muted' }));
    expect((await send(kicked, keys[1])).status).toBe(401);
  });
});
