import { Parley } from '@parley/sdk';
import { allMessages, startPostgres, startServer, type Settings, type TestServer } from '@parley/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { surfaces, type Entrance } from '../mixed-participants.ts';

interface Place {
  settings: Settings;
  remove(): Promise<unknown>;
}

async function onPostgres(): Promise<Place> {
  const { url, stop } = await startPostgres();
  return { settings: { DATABASE_URL: url, PARLEY_SECRET: 'the same for every process of the tests' }, remove: stop };
}

async function onEmbedded(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-mixed-'));
  return { settings: { PARLEY_DATA_DIR: folder }, remove: () => rm(folder, { recursive: true }) };
}

describe.each([
  ['two processes on PostgreSQL', 2, onPostgres],
  ['one process on the embedded database', 1, onEmbedded],
] as const)('on %s', (_, size, open) => {
  let place: Place;
  let servers: TestServer[];
  beforeAll(async () => {
    place = await open();
    const start = () => startServer({ ...place.settings, PARLEY_RATE_LIMIT: '0', LOG_LEVEL: 'fatal' });
    servers = await Promise.all(Array.from({ length: size }, start));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await place.remove();
  });

  test('participants of all surfaces see one log in one order, and each replies to what it is asked', async () => {
    const home = servers[0]!;
    const owner = await new Parley({ baseUrl: home.url }).createSpace({ name: 'Launch', description: 'x', ownerName: 'Olga' });
    const { spaceId, key } = owner;
    const { agentLink, publicInvitationKey } = await owner.invite();
    /** Neighbours in the list join at different processes. */
    const entrance = (i: number): Entrance => {
      const { url } = servers[i % size]!;
      return { url, invitation: { spaceId, key: publicInvitationKey }, link: agentLink.replace(home.url, url) };
    };
    const crew = await Promise.all(
      surfaces.map(async ([name, surface], i) => Object.assign(await surface(entrance(i), name), { name })),
    );

    await Promise.all(
      crew.map(async ({ name, say }) => {
        for (const n of [1, 2, 3]) await say(`${name} says ${n}`);
      }),
    );
    const replies = crew.map(({ name, reply }) => reply(`${name} replies`));
    const answers = crew.map(({ id, name }) => owner.ask(id, `A question to ${name}`, { timeoutMs: 90_000 }));
    expect(await Promise.all(replies)).toEqual(crew.map(({ name }) => `A question to ${name}`));
    const seen = (await Promise.all(answers)).map(({ senderId, content }) => [senderId, content]);
    expect(seen).toEqual(crew.map(({ id, name }) => [id, `${name} replies`]));

    const { deliveries } = await owner.call('listDeliveries', { role: 'sender', state: 'all' });
    expect(deliveries.map(({ participantId }) => participantId).toSorted()).toEqual(crew.map(({ id }) => id).toSorted());
    for (const delivery of deliveries) expect(delivery).toMatchObject({ state: 'done', outcome: 'replied' });
    const settled: string[] = [];
    for await (const { type, data } of owner.events({ after: 0 })) {
      if (type === 'delivery' && data.outcome === 'replied') settled.push(data.participantId);
      if (settled.length === crew.length) break;
    }
    expect(settled.toSorted()).toEqual(crew.map(({ id }) => id).toSorted());

    await owner.send('The end');
    const all = await allMessages(home, { spaceId, key, id: owner.participantId! });
    expect(all).toHaveLength(5 * crew.length + 1);
    const expected = all.map(({ id, content }) => [id, content]);
    for (const { name, log } of crew) expect(await log('The end'), name).toEqual(expected);
  });
});
