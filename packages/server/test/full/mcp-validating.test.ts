import { validate } from '@parley/testing/mcp';
import { startIssuer, startServer, type TestIssuer, type TestServer } from '@parley/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';

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

const target = async () => ({ url: `${server.url}/mcp?tools=all` });

validate({
  name: 'HTTP',
  target,
  async gather(open) {
    const call = await open(await target());
    const { spaceId, ownerPrivateKey } = await call('create_space', {
      name: 'Launch',
      description: 'Agree on the note',
      privacy: 'private',
      userToken: await userToken(),
    });
    const as =
      (privateKey: unknown): typeof call =>
      (tool, args, outcome) =>
        call(tool, { spaceId, privateKey, ...args }, outcome);
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
    return {
      owner,
      guest: grace.attendee,
      guestId: grace.participantId,
      strangerId: stranger.participantId,
      invitationId: String(invitationId),
    };
  },
});
