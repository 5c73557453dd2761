import { randomUUID } from 'node:crypto';
import type { budget } from '@parley/core';
import {
  allMessages,
  answer,
  ask,
  createArtifact,
  meeting,
  openSpace,
  openStream,
  startServer,
  type Member,
  type Message,
  type Server,
} from '@parley/testing';
import { expect, describe, test } from 'vitest';
import { startCluster } from '../cluster.ts';
import { databases } from '../databases.ts';
import { eventually } from '../eventually.ts';

const say = (server: Server, member: Member, key?: string) => ask(server, 'sendMessage', member, { content: 'Hello' }, key);

const budgetOf = (body: object) => (body as { budget?: budget.Usage }).budget;

/** What the agents said between two messages of the human. */
const runsIn = (messages: readonly Message[], human: Member) =>
  messages
    .map(({ senderId }) => (senderId === human.id ? '|' : '.'))
    .join('')
    .split('|');

async function withHuman(server: Server, size: number, agentBudget: number) {
  const { owner, crew } = await meeting(server, size, { agentBudget, isHuman: true });
  return { human: owner, crew };
}

describe.each(databases)('an agent budget on %s', (_, open) => {
  test('is exact across retries and a kill of the server, and shown in answers and on the stream', async () => {
    const place = await open();
    let server = await startServer(place.settings);
    try {
      const { human, crew } = await withHuman(server, 2, 10);
      const [ada, bob] = crew as [Member, Member];
      const stream = await openStream(server, bob);
      const keys = Array.from({ length: 4 }, () => randomUUID());
      const first = [];
      for (const key of keys) first.push((await say(server, ada, key)).body);
      expect(first.at(-1)!.budget).toEqual({ limit: 10, used: 4, mine: 4 });
      for (const key of keys) expect((await say(server, ada, key)).body.messageId).toBe(first[keys.indexOf(key)]!.messageId);
      await eventually(() => stream.events.filter(({ event }) => event === 'message').length === 4);
      stream.leave();
      await server.kill();
      server = await startServer(place.settings);

      for (let i = 0; i < 6; i += 1) {
        const { status, body } = await say(server, i < 5 ? bob : ada);
        expect([status, budgetOf(body)?.used]).toEqual([200, 5 + i]);
      }
      const { status, headers, body } = await say(server, bob);
      expect([status, body.code, body.budget]).toEqual([429, 'budget_spent', { limit: 10, used: 10, mine: 5 }]);
      expect(headers.get('retry-after')).toBeNull();
      expect((await answer(200, server, 'getSpace', ada)).budget).toEqual({ limit: 10, used: 10, mine: 5 });
      // A retry of what was accepted is not refused.
      expect((await say(server, ada, keys[0])).body.messageId).toBe(first[0]!.messageId);
      // Nothing but messages counts.
      await createArtifact(server, bob);

      const late = await openStream(server, bob, { lastEventId: '0' });
      const told = () => late.events.flatMap(({ event, data }) => (event === 'budget' ? [data] : []));
      await eventually(() => late.events.some(({ event }) => event === 'context'));
      expect(told()).toMatchObject([
        { percent: 80, used: 8 },
        { percent: 100, used: 10 },
      ]);
      expect(late.events.at(-1)!.data).toMatchObject({ budget: { limit: 10, used: 10, mine: 5 } });

      expect((await say(server, human)).body.budget).toEqual({ limit: 10, used: 0, mine: 0 });
      expect((await say(server, bob)).body.budget).toEqual({ limit: 10, used: 1, mine: 1 });
      await answer(200, server, 'resetBudget', human);
      await answer(200, server, 'resetBudget', human);
      await eventually(() => told().length === 3);
      expect(told().at(-1)).toMatchObject({ percent: 0, used: 0, limit: 10 });
      late.leave();
      expect((await answer(200, server, 'listMessages', bob)).budget).toEqual({ limit: 10, used: 0, mine: 0 });
      await answer(200, server, 'updateSpace', human, { agentBudget: null });
      expect((await say(server, bob)).body).not.toHaveProperty('budget');
      expect(await allMessages(server, human)).toHaveLength(13);
    } finally {
      await server.stop();
      await place.remove();
    }
  });

  test('is that of the deployment unless the space has its own or none', async () => {
    const place = await open();
    const server = await startServer({ ...place.settings, PARLEY_AGENT_BUDGET: '3' });
    try {
      const limitOf = async (wish: object) =>
        budgetOf(await answer(200, server, 'getSpace', await openSpace(server, { ...wish })))?.limit;
      expect([await limitOf({}), await limitOf({ agentBudget: 7 }), await limitOf({ agentBudget: null })]).toEqual([
        3,
        7,
        undefined,
      ]);
    } finally {
      await server.stop();
      await place.remove();
    }
  });
});

test('never accepts more than the limit between two human messages, however many agents send through three processes', async () => {
  const cluster = await startCluster(3);
  try {
    const limit = 50;
    const { human, crew } = await withHuman(cluster.any(), 12, limit);
    for (let round = 0; round < 4; round += 1) {
      const sent = crew.flatMap((member, i) =>
        Array.from({ length: 8 }, async (_, j) => {
          const key = randomUUID();
          const server = cluster.nth(i + j);
          // Both tries of a write are under way at once, in different processes.
          const [one, other] = await Promise.all([say(server, member, key), say(cluster.nth(i + j + 1), member, key)]);
          expect([200, 429]).toContain(one.status);
          expect([one.status, one.body.messageId]).toEqual([other.status, other.body.messageId]);
          return one.status === 200 ? [member.id] : [];
        }),
      );
      const accepted = (await Promise.all(sent)).flat();
      expect(accepted).toHaveLength(limit);
      for (const server of cluster.servers) {
        expect((await answer(200, server, 'getSpace', human)).budget).toMatchObject({ used: limit });
        expect((await say(server, crew[0]!)).status).toBe(429);
      }
      expect((await say(cluster.nth(round), human)).status).toBe(200);
    }
    const messages = await allMessages(cluster.any(), human);
    const runs = runsIn(messages, human);
    expect(runs.map(({ length }) => length)).toEqual([limit, limit, limit, limit, 0]);

    const spoken = Array.from({ length: 12 }, (_, i) => answer(200, cluster.nth(i), 'sendMessage', human, { content: 'Go on' }));
    const tried = crew.flatMap((member, i) => Array.from({ length: 20 }, (_, j) => say(cluster.nth(i + j), member)));
    const statuses = (await Promise.all(tried)).map(({ status }) => status);
    await Promise.all(spoken);
    const later = (await allMessages(cluster.any(), human)).slice(messages.length);
    expect(later).toHaveLength(spoken.length + statuses.filter((status) => status === 200).length);
    const lengths = runsIn(later, human).map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(limit);
    const { used } = budgetOf(await answer(200, cluster.any(), 'getSpace', human))!;
    expect(used).toBe(lengths.at(-1));
  } finally {
    await cluster.stop();
  }
});
