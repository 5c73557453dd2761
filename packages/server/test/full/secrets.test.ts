import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  answer,
  ask,
  createArtifact,
  invite,
  join as joinSpace,
  openSpace,
  openStream,
  startIssuer,
  startServer,
  type KeyHolder,
  type Member,
  type Server,
  type Settings,
} from '@parley/testing';
import postgres from 'postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import { onEmbedded, onPostgres } from '../databases.ts';

async function tablesOf(settings: Settings): Promise<string> {
  const sql = postgres(settings['DATABASE_URL']!, { max: 1 });
  const tables =
    await sql`select table_schema, table_name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')`;
  const contents = await Promise.all(
    tables.map(
      ({ table_schema, table_name }) =>
        sql`select t::text as line from ${sql(table_schema as string)}.${sql(table_name as string)} t`,
    ),
  );
  await sql.end();
  return contents.flatMap((rows) => rows.map(({ line }) => line as string)).join('\n');
}

async function filesOf(settings: Settings): Promise<string> {
  const files = await readdir(join(settings['PARLEY_DATA_DIR']!, 'postgres'), { recursive: true, withFileTypes: true });
  const contents = files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  return (await Promise.all(contents)).join('\n');
}

describe.each([
  ['PostgreSQL', onPostgres, tablesOf],
  ['the embedded database', onEmbedded, filesOf],
] as const)('on %s', (_, open, contentsOf) => {
  test('no key is in the log at its most verbose level, nor in the database', async () => {
    const place = await open();
    onTestFinished(place.remove);
    let said = '';
    const issuer = await startIssuer();
    onTestFinished(issuer.stop);
    const settings = { ...place.settings, ...issuer.settings, LOG_LEVEL: 'trace' };
    const server = await startServer(settings, (text) => (said += text));
    onTestFinished(() => server.kill());
    const { owner, secrets } = await wholeMeeting(server);
    secrets.push(...(await tokensOf(server, await issuer.session('ada'))));
    await server.stop();

    expect(said.split('\n').length).toBeGreaterThan(30);
    expect(said).not.toMatch(/[0-9a-f]{64}/i);
    expect(said).not.toMatch(/key=(?!\[redacted\])/i);
    for (const secret of secrets) expect(said).not.toContain(secret);

    const stored = await contentsOf(place.settings);
    expect(stored).toContain(createHash('sha256').update(owner.key).digest('hex'));
    expect(stored).toContain('the talk of the day');
    for (const secret of secrets) {
      for (const form of ['utf8', 'hex'] as const) {
        expect(stored).not.toContain(Buffer.from(secret, form).toString('latin1') || secret);
        expect(stored).not.toContain(Buffer.from(secret, form).toString('base64').replace(/=+$/, '') || secret);
      }
    }
  });
});

/** Uses every request that carries a key, correctly and incorrectly; returns all secrets. */
async function wholeMeeting(server: Server): Promise<{ owner: Member; secrets: string[] }> {
  const token = `usr_${randomBytes(32).toString('base64url')}`;
  const stranger = randomBytes(32).toString('hex');
  const owner = await openSpace(server, { privacy: 'private' });
  const invitation = await invite(server, owner);
  const { participantId } = await answer(202, server, 'joinSpace', invitation, { name: 'Ada' });
  await answer(200, server, 'approveParticipant', owner, { participantId });
  const { participantPrivateKey } = await answer(200, server, 'getJoinStatus', invitation, { participantId });
  const ada: Member = { spaceId: owner.spaceId, id: participantId, key: participantPrivateKey };

  const hall = await openSpace(server);
  const door = await invite(server, hall);
  const joined = await joinSpace(server, door);
  const idempotencyKey = randomUUID();
  const once = await answer(200, server, 'joinSpace', door, { name: 'Bob' }, idempotencyKey);
  expect(await answer(200, server, 'joinSpace', door, { name: 'Bob' }, idempotencyKey)).toEqual(once);
  const again = randomUUID();
  const made = await answer(200, server, 'createInvitation', hall, {}, again);
  expect(await answer(200, server, 'createInvitation', hall, {}, again)).toEqual(made);

  const stream = await openStream(server, ada);
  await answer(200, server, 'sendMessage', ada, { content: 'the talk of the day' });
  const artifactId = await createArtifact(server, ada, '# Plan');
  await answer(200, server, 'lockArtifact', ada, { artifactId });
  stream.leave();
  for (const member of [owner, ada, joined]) await followByQuery(server, member);
  await misuse(server, ada, invitation, stranger, token);
  await answer(200, server, 'kickParticipant', owner, { participantId });
  await answer(401, server, 'sendMessage', ada, { content: 'hello?' });
  await answer(200, server, 'closeSpace', owner);
  await answer(409, server, 'sendMessage', owner, { content: 'hello?' });

  const keys = [owner, invitation, ada, hall, door, joined].map(({ key }) => key);
  return { owner, secrets: [...keys, once.participantPrivateKey, made.publicInvitationKey, stranger, token] };
}

/** A human creates a token twice, uses and revokes it; returns all secrets. */
async function tokensOf(server: Server, session: string): Promise<string[]> {
  const authorization = `Bearer ${session}`;
  const call = async (method: string, path: string, headers: Record<string, string> = {}) =>
    (await fetch(server.url + path, { method, headers: { authorization, ...headers } })).text();
  const once = { 'idempotency-key': randomUUID() };
  const minted = await call('POST', '/hub/me/tokens', once);
  expect(await call('POST', '/hub/me/tokens', once)).toBe(minted);
  const { id, token } = JSON.parse(minted) as { id: string; token: string };
  const space = await fetch(`${server.url}/hub/space`, {
    method: 'POST',
    headers: { 'x-user-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Mine', description: '' }),
  });
  const { spaceId } = (await space.json()) as { spaceId: string };
  const { privateKey } = JSON.parse(await call('GET', `/hub/space/${spaceId}/key`)) as { privateKey: string };
  await call('GET', `/hub/space/${token}/key?token=${token}`, { 'x-user-token': token });
  await call('DELETE', `/hub/me/tokens/${id}`);
  return [session, token, privateKey];
}

async function followByQuery(server: Server, { spaceId, key }: Member): Promise<void> {
  const places = [
    `/hub/space/${spaceId}/messages/stream?key=${key}`,
    `/hub/space/${spaceId}/messages/stream?timestamp=nonsense&key=${key}`,
    `/hub/space/${spaceId}/nothing/here?key=${key}`,
    `/trpc/streamMessages?input=${encodeURIComponent(JSON.stringify({ spaceId }))}&connectionParams=${encodeURIComponent(JSON.stringify({ 'x-private-key': key, key }))}`,
  ];
  for (const place of places) {
    const leaving = new AbortController();
    const response = await fetch(server.url + place, { signal: leaving.signal });
    if (response.status === 200) await response.body!.getReader().read();
    leaving.abort();
  }
}

async function misuse(server: Server, member: Member, invitation: KeyHolder, stranger: string, token: string): Promise<void> {
  const { spaceId, key } = member;
  await answer(401, server, 'sendMessage', { spaceId, key: stranger }, { content: 'let me in' });
  await answer(401, server, 'sendMessage', invitation, { content: 'let me in' });
  expect((await ask(server, 'getArtifact', member, { artifactId: key })).status).toBe(404);
  const messages = `/hub/space/${spaceId}/messages`;
  const procedure = '/trpc/sendMessage';
  const requests: [path: string, body: string][] = [
    [messages, `{"content": "${key}`],
    [messages, `{"content": {"${key}": 1}}`],
    [`${messages}/${key}`, '{}'],
    [procedure, JSON.stringify({ spaceId, content: 1 })],
    [procedure, `{"${key}`],
    [`/trpc/${key}`, '{}'],
    [`/hub/space/${key}/messages`, '{}'],
  ];
  for (const [path, body] of requests) {
    const headers = {
      'x-private-key': key,
      'x-user-token': token,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
    const { status } = await fetch(server.url + path, { method: 'POST', headers, body });
    expect(status, `${path} ${body}`).toBeGreaterThanOrEqual(400);
    expect(status, `${path} ${body}`).toBeLessThan(500);
  }
  for (const page of ['', '/.well-known/agent.md']) {
    expect((await fetch(`${server.url}/space/${spaceId}/${invitation.key}${page}`)).status).toBe(200);
    expect((await fetch(`${server.url}/space/${spaceId}/${stranger}${page}`)).status).toBeGreaterThanOrEqual(400);
  }
}
