import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '@parley/core';
import { answer, ask, logOf, meeting, startServer, unanswered, type Member, type TestServer } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { onEmbedded, onPostgres, type Place } from '../databases.ts';
import { expectPossible, isOver, livesOf } from '../delivery-lives.ts';
import { eventually } from '../eventually.ts';
import { Reader } from '../reader.ts';

const people = 8;
const messagesEach = 8;
const pauseMs = 30;
/** A worker without work asks less often: mostly, what is left waits for a lease. */
const idleMs = 150;
/** The shortest: a worker that crashes keeps its delivery for so long. */
const leaseSeconds = 10;

/** Server processes that are killed and started again. */
class Servers {
  readonly #place: Place;
  #running: TestServer[] = [];

  constructor(place: Place) {
    this.#place = place;
  }

  async start(count: number): Promise<void> {
    // URLs in events are those of the server that sends them.
    const settings = { ...this.#place.settings, PARLEY_PUBLIC_URL: 'https://parley.example' };
    this.#running.push(...(await Promise.all(Array.from({ length: count }, () => startServer(settings)))));
  }

  any(): TestServer | undefined {
    return this.#running[randomInt(Math.max(this.#running.length, 1))];
  }

  async killOne(): Promise<void> {
    const [victim] = this.#running.splice(randomInt(this.#running.length), 1);
    await victim!.kill();
    await this.start(1);
  }

  async killAll(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((server) => server.kill()));
  }

  /** Undefined if nobody answered, or the server could not. */
  async ask<Name extends OperationName>(name: Name, member: Member, input: object, key?: string) {
    const server = this.any();
    const answered = server && (await ask(server, name, member, { ...input }, key));
    if (answered && answered.status !== unanswered && answered.status !== 503) return answered;
    await sleep(pauseMs);
    return undefined;
  }
}

/** What the members were told. */
class Told {
  /** By delivery. */
  readonly sent = new Map<string, { messageId: string; senderId: string }>();
  readonly claims = new Set<string>();
  /** Deliveries whose worker crashed: once each, because each time takes a lease. */
  readonly crashed = new Set<string>();
  readonly settled = new Map<string, string>();
  readonly replied = new Set<string>();
}

async function send(servers: Servers, told: Told, sender: Member, to: Member): Promise<void> {
  const key = randomUUID();
  for (;;) {
    const sent = await servers.ask('sendMessage', sender, { content: key, to: [to.id], expects: 'ack' }, key);
    if (!sent) continue;
    expect(sent.status).toBe(200);
    const { messageId, deliveries } = sent.body;
    told.sent.set(deliveries[0]!.deliveryId, { messageId, senderId: sender.id });
    return;
  }
}

/** Claims on any process, remembers nothing, and often crashes before or after it has answered. */
async function work(servers: Servers, told: Told, member: Member, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const claimed = await servers.ask('claimDelivery', member, { leaseSeconds });
    if (claimed) expect(claimed.status).toBe(200);
    const delivery = claimed?.body.delivery;
    if (!delivery) {
      await sleep(idleMs);
      continue;
    }
    const { deliveryId, messageId, leaseId, attempt } = delivery;
    const name = `${deliveryId} ${attempt}`;
    expect(told.claims).not.toContain(name);
    told.claims.add(name);
    const chance = randomInt(10);
    if (chance < 2 && !told.crashed.has(deliveryId)) {
      told.crashed.add(deliveryId);
    } else if (chance < 4 && attempt < 4) {
      await servers.ask('releaseDelivery', member, { deliveryId, leaseId });
    } else if (chance < 7) {
      const replied = await servers.ask('sendMessage', member, { content: 'Done', replyTo: messageId });
      if (replied) expect(replied.status).toBe(200);
      if (replied) told.replied.add(deliveryId);
    } else {
      const outcome = chance < 8 ? 'declined' : 'acknowledged';
      const settled = await servers.ask('settleDelivery', member, { deliveryId, leaseId, outcome });
      if (settled) expect([200, 409]).toContain(settled.status);
      if (settled?.status === 200) told.settled.set(deliveryId, outcome);
    }
  }
}

async function expectNothingLost(place: Place, processes: number, kills: number): Promise<void> {
  const servers = new Servers(place);
  onTestFinished(place.remove);
  onTestFinished(() => servers.killAll());
  await servers.start(processes);
  const { crew, owner } = await meeting(servers.any()!, 2 * people);
  const [senders, addressees] = [crew.slice(0, people), crew.slice(people)];
  const told = new Told();
  const over = new AbortController();

  const working = Promise.all([...addressees, ...addressees].map((member) => work(servers, told, member, over.signal)));
  const reader = new Reader(senders[0]!);
  const following = (async () => {
    while (!over.signal.aborted) {
      const server = servers.any();
      if (server) await reader.follow(server, over.signal);
      await sleep(pauseMs);
    }
  })();
  const sending = Promise.all(
    senders.map(async (sender) => {
      for (let i = 0; i < messagesEach; i += 1) {
        await send(servers, told, sender, addressees[randomInt(people)]!);
        await sleep(randomInt(300));
      }
    }),
  );
  for (let i = 0; i < kills; i += 1) {
    await sleep(randomInt(200, 900));
    await servers.killOne();
  }
  await sending;

  const rowsOf = async (sender: Member) => {
    const page = await answer(200, servers.any()!, 'listDeliveries', sender, { role: 'sender', state: 'all', limit: 1_000 });
    return page.deliveries;
  };
  const areOver = async () => (await Promise.all(senders.map(rowsOf))).flat().every(({ state }) => state === 'done');
  await eventually(areOver);
  over.abort();
  await Promise.all([working, following]);

  let lives = livesOf([]);
  await eventually(async () => {
    lives = livesOf(await logOf(servers.any()!, owner));
    return [...lives.values()].every(isOver);
  });
  expectPossible(lives);
  expect(new Set(lives.keys())).toEqual(new Set(told.sent.keys()));
  expect(lives.size).toBe(people * messagesEach);

  const rows = (await Promise.all(senders.map(rowsOf))).flat();
  expect(rows).toHaveLength(lives.size);
  for (const row of rows) {
    const { deliveryId, messageId, senderId, participantId, state, attempt, outcome } = row;
    const last = lives.get(deliveryId)!.at(-1);
    expect(last).toMatchObject({ deliveryId, messageId, senderId, participantId, state, attempt, outcome });
    expect({ messageId, senderId }).toEqual(told.sent.get(deliveryId));
    if (told.settled.has(deliveryId)) expect(outcome).toBe(told.settled.get(deliveryId));
    else if (told.replied.has(deliveryId)) expect(['replied', 'acknowledged', 'declined']).toContain(outcome);
  }
  const claims = [...lives.values()]
    .flat()
    .flatMap((move) => (move.state === 'claimed' ? `${move.deliveryId} ${move.attempt}` : []));
  for (const claim of told.claims) expect(claims).toContain(claim);

  // A reader catches up with an event that it can see.
  await answer(200, servers.any()!, 'sendMessage', owner, { content: 'End' });
  await reader.catchUp(servers.any()!);
  const heard = [...livesOf(reader.events)].filter(([, [first]]) => first!.senderId === reader.member.id);
  expect(heard).toEqual([...lives].filter(([, [first]]) => first!.senderId === reader.member.id));
}

describe('every delivery ends once, and its sender learns how', () => {
  test('while three processes on PostgreSQL are killed and workers crash', async () => {
    await expectNothingLost(await onPostgres(), 3, 6);
  });

  test('while the process with the embedded database is killed and workers crash', async () => {
    await expectNothingLost(await onEmbedded(), 1, 4);
  });
});
