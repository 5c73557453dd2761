import { setTimeout as sleep } from 'node:timers/promises';
import {
  answer,
  ask,
  inTime,
  invite,
  join,
  openSpace,
  openStream,
  startServer,
  type Member,
  type Server,
  type Stream,
} from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCluster, type Cluster } from '../cluster.ts';
import { databases, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve } from '../in-process.ts';

/** Instead of a minute. */
const liveMs = 6_000;
const live = { PARLEY_LIVE_SECONDS: String(liveMs / 1_000) };

async function shown(server: Server, viewer: Member, of: Member) {
  const { participants } = await answer(200, server, 'getSpace', viewer);
  return participants.find(({ participantId }) => participantId === of.id)!;
}
const reachOf = async (server: Server, viewer: Member, of: Member) => (await shown(server, viewer, of)).reach;
const becomes = (reach: string, ...seen: Parameters<typeof reachOf>) =>
  eventually(async () => (await reachOf(...seen)) === reach);

/** For one and a half durations. After a pause of a process, what it notes is late; then it must be live again soon. */
async function expectStaysLive(viewer: Member, of: Member, at: Server, ...others: Server[]): Promise<void> {
  let paused = false;
  for (const until = Date.now() + 1.5 * liveMs; Date.now() < until; await sleep(100)) {
    const begun = Date.now();
    const alive = others.map(async ({ url }) => (await fetch(`${url}/livez`)).text());
    const [reach] = await Promise.all([reachOf(at, viewer, of), ...alive]);
    const pauses = Date.now() - begun > liveMs / 6;
    if (!pauses && !paused) expect(reach).toBe('live');
    else if (Date.now() < until) await becomes('live', at, viewer, of);
    paused = pauses;
  }
}

/** Asks again until it is told as live: a pause can be longer than that lasts. */
async function expectTold(stream: Stream, ada: Member, asked: Server): Promise<void> {
  for (const reach of ['live', 'away', 'live', 'away']) {
    await eventually(async () => {
      if (reach === 'live' && toldIn(stream, ada).at(-1) !== 'live') await answer(200, asked, 'listMessages', ada);
      return toldIn(stream, ada).at(-1) === reach;
    });
  }
  expect(toldIn(stream, ada).join()).toMatch(/^(away,)?(live,away,)+live,away$/);
}

/** The reaches of a participant in the `context` events of a stream, without repetitions. */
function toldIn({ events }: Stream, { id }: Member): (string | undefined)[] {
  const all = events.flatMap((event) => (event.event === 'context' ? event.data.participants : []));
  const reaches = all.filter(({ participantId }) => participantId === id).map(({ reach }) => reach);
  return reaches.filter((reach, i) => reach !== reaches[i - 1]);
}

async function meet(server: Server) {
  const owner = await openSpace(server);
  return { owner, ada: await join(server, await invite(server, owner)) };
}

describe.each(databases)('reach on %s', (_, open) => {
  let place: Place;
  let server: Server & { stop(): Promise<unknown> };
  beforeAll(async () => {
    place = await open();
    server = await startServer({ ...place.settings, ...live });
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  it.concurrent('is live for a participant who has just created or joined a space, with the time to half the duration', async () => {
    const seen = await inTime(liveMs / 2, async () => {
      const { owner, ada } = await meet(server);
      return [await shown(server, owner, owner), await shown(server, owner, ada)];
    });
    for (const { reach, lastSeenAt } of seen) {
      expect(reach).toBe('live');
      expect(Date.parse(lastSeenAt!) % (liveMs / 2)).toBe(0);
      expect(Date.now() - Date.parse(lastSeenAt!)).toBeLessThan(60_000);
    }
  });

  it.concurrent('becomes away without requests, and live again with the next request, even a refused one', async () => {
    const { owner, ada } = await meet(server);
    await becomes('away', server, owner, ada);
    expect((await shown(server, owner, ada)).lastSeenAt).toBeDefined();
    await answer(200, server, 'muteParticipant', owner, { participantId: ada.id });
    const refused = () => ask(server, 'sendMessage', ada, { content: 'hi' });
    expect(await inTime(liveMs / 2, async () => [(await refused()).status, await reachOf(server, owner, ada)])).toEqual([
      403,
      'live',
    ]);
  });

  it.concurrent('stays live while a stream is open, without any request', async () => {
    const { owner, ada } = await meet(server);
    const stream = await openStream(server, ada);
    await expectStaysLive(owner, ada, server);
    stream.leave();
    await becomes('away', server, owner, ada);
  });

  it.concurrent('stays live while a poll waits', async () => {
    const { owner, ada } = await meet(server);
    const waiting = answer(200, server, 'listMessages', ada, { after: 1_000, wait: 10 });
    await expectStaysLive(owner, ada, server);
    await waiting;
    await becomes('away', server, owner, ada);
  });

  it.concurrent('is told to followers when it changes, also when only time changes it', async () => {
    const { owner, ada } = await meet(server);
    const stream = await openStream(server, owner);
    await expectTold(stream, ada, server);
    stream.leave();
  });

  it.concurrent('is not told again while nothing changes, although participants stay present', async () => {
    const { owner, ada } = await meet(server);
    const stream = await openStream(server, owner);
    const other = await openStream(server, ada);
    await sleep(1.5 * liveMs);
    expect(stream.events.filter(({ event }) => event === 'context').length).toBeLessThanOrEqual(2);
    stream.leave();
    other.leave();
  });

  it.concurrent('is away for a participant who has left, and absent in events', async () => {
    const { owner, ada } = await meet(server);
    const stream = await openStream(server, owner);
    await answer(200, server, 'leaveSpace', ada);
    const gone = await shown(server, owner, ada);
    expect([gone.reach, gone.lastSeenAt]).toEqual(['away', undefined]);
    await eventually(() => stream.events.some(({ event }) => event === 'participant-status'));
    const change = stream.events.find((event) => event.event === 'participant-status');
    expect(change!.data.participant).not.toHaveProperty('reach');
    expect(change!.data.participant).not.toHaveProperty('lastSeenAt');
    stream.leave();
  });

  it.concurrent('does not change the state: a measurement costs no event and no decision', async () => {
    const { owner, ada } = await meet(server);
    const before = await answer(200, server, 'listMessages', owner);
    await becomes('away', server, owner, ada);
    await becomes('live', server, ada, ada);
    expect((await answer(200, server, 'listMessages', owner)).cursor).toBe(before.cursor);
  });

  it('survives a restart', async () => {
    const { owner, ada } = await meet(server);
    await becomes('away', server, owner, ada);
    await answer(200, server, 'listMessages', ada);
    const { lastSeenAt } = await shown(server, ada, ada);
    await server.stop();
    server = await startServer({ ...place.settings, ...live });
    expect(Date.parse((await shown(server, owner, ada)).lastSeenAt!)).toBeGreaterThanOrEqual(Date.parse(lastSeenAt!));
  });
});

describe('reach in several processes', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(2, live);
  });
  afterAll(() => cluster.stop());

  it.concurrent('is live in one while a stream is open in another, and away after the stream is cut', async () => {
    const [here, there] = [cluster.nth(0), cluster.nth(1)];
    const { owner, ada } = await meet(there);
    await becomes('away', there, owner, ada);
    const stream = await openStream(here, ada);
    await becomes('live', there, owner, ada);
    await expectStaysLive(owner, ada, there, here);
    stream.leave();
    await becomes('away', there, owner, ada);
    await becomes('away', here, owner, ada);
  });

  it.concurrent('is told to the followers of another process', async () => {
    const [here, there] = [cluster.nth(0), cluster.nth(1)];
    const { owner, ada } = await meet(there);
    const stream = await openStream(there, owner);
    await expectTold(stream, ada, here);
    stream.leave();
  });

  it.concurrent('is live at once in another process for a participant who has just joined', async () => {
    const [here, there] = [cluster.nth(0), cluster.nth(1)];
    const owner = await openSpace(there);
    const invitation = await invite(there, owner);
    for (let i = 0; i < 5; i += 1) {
      const reach = await inTime(liveMs / 2, async () => {
        await reachOf(there, owner, owner);
        return reachOf(there, owner, await join(here, invitation, `Ada ${i}`));
      });
      expect(reach).toBe('live');
    }
  });
});

it('leaves nothing in memory', async () => {
  const served = await serve({ PARLEY_RATE_LIMIT: '0', PARLEY_LIVE_SECONDS: '1' });
  const { owner, ada } = await meet(served);
  const stream = await openStream(served, ada);
  await reachOf(served, owner, ada);
  expect(served.parley.presence.size).toBe(2);
  stream.leave();
  await eventually(() => served.parley.presence.size === 0);
  expect(served.complaints).toEqual([]);
  await served.stop();
});

it('is away for everyone if nothing is measured', async () => {
  const served = await serve({ PARLEY_RATE_LIMIT: '0', PARLEY_LIVE_SECONDS: '0' });
  const { owner, ada } = await meet(served);
  const { reach, lastSeenAt } = await shown(served, owner, ada);
  expect([reach, lastSeenAt, served.parley.presence.size]).toEqual(['away', undefined, 0]);
  await served.stop();
});
