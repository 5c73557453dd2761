import { meet, pythonClients, typeScriptClients, wrongArguments, type ToolCaller, type Fields } from '@parley/testing/mcp';
import { startIssuer, startServer, type TestIssuer, type TestServer } from '@parley/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'parley-mcp-validating-'));
let issuer: TestIssuer;
let server: TestServer;
beforeAll(async () => {
  issuer = await startIssuer();
  server = await startServer({ ...issuer.settings, PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'fatal', PARLEY_DATA_DIR: folder });
});
afterAll(async () => {
  await server.stop();
  await issuer.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A user token of somebody who is signed in. */
async function userToken(): Promise<string> {
  const headers = { authorization: `Bearer ${await issuer.session('ada')}`, 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/hub/me/tokens`, { method: 'POST', headers, body: '{"name":"MCP"}' });
  return ((await response.json()) as { token: string }).token;
}

describe.each([...typeScriptClients, ...pythonClients()])('$name over HTTP', ({ name, connect, missing }) => {
  const skipped = missing ? ` (SKIPPED: ${missing})` : '';
  const open = async () => {
    const client = await connect({ url: `${server.url}/mcp?tools=all` });
    onTestFinished(() => client.close());
    return client;
  };

  it.skipIf(missing)(`accepts the answer of every tool${skipped}`, async () => {
    const client = await open();
    const called = new Set<string>();
    const call = async (tool: string, args: Fields = {}): Promise<Fields & { text: string }> => {
      called.add(tool);
      const { isError, text, structured } = await client.call(tool, args);
      expect(isError, `${tool}: ${text}`).toBe(false);
      return { ...structured, text };
    };
    const { spaceId, ownerPrivateKey } = await call('create_space', {
      name: 'Launch',
      description: 'Agree on the note',
      privacy: 'private',
      userToken: await userToken(),
    });
    const as =
      (privateKey: unknown): ToolCaller =>
      (tool, args = {}) =>
        call(tool, { spaceId, privateKey, ...args });
    const owner = as(ownerPrivateKey);
    const { publicInvitationKey, invitationId } = await owner('create_invitation');
    const invited = as(publicInvitationKey);
    await invited('get_my_invitation');
    const admitted = async (guest: string) => {
      const { participantId } = await invited('join_space', { name: guest });
      await owner('approve_participant', { participantId });
      const { participantPrivateKey } = await invited('get_join_status', { participantId });
      // The others know of a participant from the first use of its key.
      await as(participantPrivateKey)('get_space');
      return { participantId: String(participantId), attendee: as(participantPrivateKey) };
    };
    const [grace, stranger] = [await admitted('Grace'), await admitted('Stranger')];
    await call('get_my_space_key', { spaceId, userToken: await userToken() });
    const { deviceCode } = await call('start_link', { agentName: 'Grace' });
    await call('poll_link', { deviceCode });
    const uploaded = await fetch(`${server.url}/hub/space/${String(spaceId)}/file?name=build.log`, {
      method: 'POST',
      headers: { 'x-private-key': String(ownerPrivateKey) },
      body: 'x',
    });
    expect(uploaded.status).toBe(200);
    await meet({
      owner,
      guest: grace.attendee,
      guestId: grace.participantId,
      strangerId: stranger.participantId,
      invitationId: String(invitationId),
    });
    expect([...called].sort(), name).toEqual(client.tools.map((tool) => tool.name).sort());
  });

  it.skipIf(missing)(`shows why a tool refuses a call, for every tool${skipped}`, async () => {
    const client = await open();
    for (const tool of client.tools) {
      const { isError, text } = await client.call(tool.name, wrongArguments(tool));
      expect(isError, `${tool.name}: ${text}`).toBe(true);
      expect(text, tool.name).toMatch(/^error: "[^]*\bstatus: 4\d\d$/m);
      expect(text, tool.name).not.toMatch(/schema|-32602/);
    }
  });

  it.skipIf(missing)(`shows who holds a lock, and until when${skipped}`, async () => {
    const client = await open();
    const fields = async (tool: string, args: Fields) => (await client.call(tool, args)).structured!;
    const { spaceId, ownerPrivateKey } = await fields('create_space', { name: 'Launch', description: 'x', ownerName: 'Olga' });
    const owner = { spaceId, privateKey: ownerPrivateKey };
    const { publicInvitationKey } = await fields('create_invitation', owner);
    const { participantPrivateKey } = await fields('join_space', { spaceId, privateKey: publicInvitationKey, name: 'Bob' });
    const bob = { spaceId, privateKey: participantPrivateKey };
    const { id: artifactId } = await fields('create_artifact', { ...owner, name: 'Plan' });
    await fields('lock_artifact', { ...bob, artifactId });
    const { isError, text } = await client.call('lock_artifact', { ...owner, artifactId });
    expect(isError).toBe(true);
    expect(text).toMatch(/Bob.* holds the lock until \d{4}-\d\d-\d\dT\d\d:\d\d/);
  });
});
