import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { rememberedKeys } from '@parley/core';
import { answer, ask, meeting, startIssuer, startServer, type Member, type TestServer } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';

const kills = 5;

describe.each(databases)('a replaced key on %s', (_, open) => {
  async function given(settings: Record<string, string> = {}): Promise<{ place: Place; start(): Promise<TestServer> }> {
    const place = await open();
    onTestFinished(place.remove);
    return { place, start: () => startServer({ ...place.settings, PARLEY_RATE_LIMIT: '0', ...settings }) };
  }

  test('is refused as revoked after a restart too, and the newest one works; old ones become unknown', async () => {
    const { start } = await given();
    let server = await start();
    const { crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const keys = [ada.key];
    for (let i = 0; i <= rememberedKeys; i += 1)
      keys.unshift((await answer(200, server, 'rotateKey', { ...ada, key: keys[0]! })).privateKey);
    expect(new Set(keys).size).toBe(rememberedKeys + 2);
    await server.stop();
    server = await start();
    onTestFinished(() => server.stop());
    const answers = await Promise.all(keys.map((key) => ask(server, 'getSpace', { ...ada, key })));
    expect(answers[0]!.status).toBe(200);
    const codes = answers.slice(1).map(({ status, body }) => `${status} ${body.code}`);
    expect(codes).toEqual([...Array.from({ length: rememberedKeys }, () => '401 key_revoked'), '401 key_unknown']);
  });

  test('is the one that getMySpaceKey answers, for an owner and a participant', async () => {
    const issuer = await startIssuer();
    onTestFinished(() => issuer.stop());
    const { start } = await given(issuer.settings);
    const server = await start();
    onTestFinished(() => server.stop());
    const [mine, other] = await Promise.all(
      ['ada', 'grace'].map(
        async (name) => (await answer(201, server, 'createApiToken', { session: await issuer.session(name) })).token,
      ),
    );
    const made = await answer(200, server, 'createSpace', { userToken: mine! }, { name: 'Mine', description: '' });
    const owner = { spaceId: made.spaceId, key: made.ownerPrivateKey };
    const { publicInvitationKey } = await answer(200, server, 'createInvitation', owner);
    const joining = { spaceId: owner.spaceId, key: publicInvitationKey, userToken: other! };
    const { participantPrivateKey } = await answer(200, server, 'joinSpace', joining, { name: 'Grace' });
    for (const [key, userToken, role] of [
      [owner.key, mine!, 'owner'],
      [participantPrivateKey, other!, 'participant'],
    ] as const) {
      const { privateKey } = await answer(200, server, 'rotateKey', { spaceId: owner.spaceId, key });
      const recovered = await answer(200, server, 'getMySpaceKey', { spaceId: owner.spaceId, userToken });
      expect(recovered).toEqual({ role, privateKey });
    }
  });

  test(`is replaced once and never lost, whenever the server is killed: a retry with the former key answers the new one`, async () => {
    const { start } = await given();
    let server = await start();
    onTestFinished(() => server.kill());
    const { crew } = await meeting(server, 4);
    const members = crew.map((member) => ({ ...member, retry: randomUUID(), rotations: 0 }));
    for (let kill = 0; kill < kills; kill += 1) {
      const dying = server;
      const load = Promise.all(members.map((member) => rotateUntilDown(dying, member)));
      if (kill === 0) await eventually(() => members.every(({ rotations }) => rotations > 0));
      await sleep(randomInt(50, 400));
      await dying.kill();
      await load;
      server = await start();
      for (const member of members) {
        // The same try, whether it took effect before the kill or not.
        member.key = (await answer(200, server, 'rotateKey', member, {}, member.retry)).privateKey;
        member.retry = randomUUID();
        await answer(200, server, 'sendMessage', member, { content: `after kill ${kill}` });
      }
    }
    for (const { rotations } of members) expect(rotations).toBeGreaterThan(0);
  }, 300_000);
});

/** Rotates on and on; when an answer is lost, `key` and `retry` are those of the try that may have taken effect. */
async function rotateUntilDown(server: TestServer, member: Member & { retry: string; rotations: number }): Promise<void> {
  for (;;) {
    const answered = await ask(server, 'rotateKey', member, {}, member.retry).catch(() => undefined);
    if (answered?.status !== 200) return;
    member.key = answered.body.privateKey;
    member.retry = randomUUID();
    member.rotations += 1;
  }
}
