import { createHash } from 'node:crypto';
import { Human, startServer, type TestServer } from '@parley/testing';
import { describe, expect, test } from 'vitest';
import { answer, ask } from './client.ts';
import { databases } from './databases.ts';

const account = { name: 'Maya', email: 'maya@example.org', password: 'correct horse battery' };

describe.each(databases)('linking on %s', (_, open) => {
  test('hands the token out exactly once, whoever polls at once and though the server is killed in between', async () => {
    const place = await open();
    let server = await startServer(place.settings);
    try {
      let human = new Human(server.url);
      await human.setUp(server.setUpLink, account);
      for (let round = 0; round < 3; round += 1) {
        const { deviceCode, verificationUriComplete } = await answer(
          200,
          server,
          'startLink',
          {},
          { agentName: `Agent ${round}` },
        );
        expect(await human.decide(verificationUriComplete, 'approve')).toBe('link?done=approved');
        if (round > 0) {
          await server.kill();
          server = await startServer(place.settings);
        }
        const polls = await Promise.all(Array.from({ length: 10 }, () => ask(server, 'pollLink', {}, { deviceCode })));
        const tokens = polls.flatMap(({ body }) => body.token ?? []);
        expect(tokens).toHaveLength(1);
        expect(polls.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 410)]);
        await server.kill();
        server = await startServer(place.settings);
        expect((await ask(server, 'pollLink', {}, { deviceCode })).status).toBe(410);
        const { spaceId } = await made(server, tokens[0]!);
        expect(spaceId).toBeTypeOf('string');
        human = new Human(server.url);
        await human.signIn(account);
        const mine = await listed(server, await human.session());
        expect(mine[0]).toMatchObject({ spaceId });
      }
    } finally {
      await server.stop();
      await place.remove();
    }
  });
});

const made = async (server: TestServer, token: string) => {
  const response = await fetch(`${server.url}/hub/space`, {
    method: 'POST',
    headers: { 'x-user-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: createHash('sha256').update(token).digest('hex').slice(0, 8), description: '' }),
  });
  return (await response.json()) as { spaceId: string };
};

const listed = async (server: TestServer, session: string) => {
  const response = await fetch(`${server.url}/hub/me/spaces`, { headers: { authorization: `Bearer ${session}` } });
  return (await response.json()) as { spaceId: string }[];
};
