import { createHash } from 'node:crypto';
import { answer, ask, Human, startServer, type TestServer } from '@parley/testing';
import { describe, expect, test } from 'vitest';
import { databases } from '../databases.ts';
import { onFreshServer } from '../visitors.ts';

const account = { name: 'Maya', email: 'maya@example.org', password: 'correct horse battery' };

describe.each(databases)('linking on %s', (_, open) => {
  test('hands the token out exactly once, despite concurrent polls and a kill of the server in between', async () => {
    const place = await open();
    let server = await startServer(place.settings);
    try {
      let human = new Human(server.url);
      await human.setUp(server.setUpLink, account);
      for (let round = 0; round < 2; round += 1) {
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

test('a decision after the session has ended leads over signing in, with the code', async () => {
  const server = await onFreshServer();
  const body = new URLSearchParams({ code: 'BCDF-GHJK', decision: 'approve' });
  const answered = await fetch(`${server.url}/link`, {
    method: 'POST',
    headers: { origin: server.url },
    body,
    redirect: 'manual',
  });
  expect([answered.status, answered.headers.get('location')]).toEqual([303, 'login?next=link%3Fcode%3DBCDFGHJK']);
});

const made = (server: TestServer, userToken: string) =>
  answer(
    200,
    server,
    'createSpace',
    { userToken },
    { name: createHash('sha256').update(userToken).digest('hex').slice(0, 8), description: '' },
  );

const listed = (server: TestServer, session: string) => answer(200, server, 'listMySpaces', { session });
