import { answer, ask, createArtifact, meeting, type Member } from '@parley/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Served } from './in-process.ts';

let server: Served;
let owner: Member;
let ada: Member;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
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
      Object.keys(whole.body).filter((field) => !['participants', 'artifacts'].includes(field)),
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
