import { tables } from '../src/resources/index.ts';
import { randomUUID } from 'node:crypto';
import { newSpace, apply, defaultLimits, messageSent, wake, type Signal, type SpaceState } from '@parley/core';
import { onTestFinished } from 'vitest';
import { mintFrom } from '../src/engine/keys/keys.ts';
import { pushKeyFrom } from '../src/resources/wakes/push-key.ts';
import { destinationsWith, type Resolve } from '../src/resources/wakes/outbox/destination.ts';
import { noMeter } from '../src/engine/observe/meter.ts';
import { startOutbox } from '../src/resources/wakes/outbox/outbox.ts';
import { sealA2a, type A2aWake } from '../src/resources/wakes/outbox/a2a/format.ts';
import { sealSubscription, type Subscription } from '../src/resources/wakes/outbox/push/subscription.ts';
import { Receivers } from '../src/resources/wakes/outbox/receivers.ts';
import { WakeSender } from '../src/resources/wakes/outbox/wakes.ts';
import { Committer } from '../src/engine/write/committer.ts';
import { HeadReader } from '../src/engine/read/head-reader.ts';
import { Snapshots } from '../src/engine/read/snapshots.ts';
import { commit } from '../src/engine/store/commit.ts';
import type { Database } from '../src/engine/store/database.ts';
import { deliveryStore } from '../src/resources/deliveries/queries.ts';
import { headStore } from '../src/engine/store/heads.ts';
import { outboxStore, type OutboxStore } from '../src/resources/wakes/outbox-queries.ts';
import { spaceStore } from '../src/engine/store/spaces.ts';
import { wakeStore } from '../src/resources/wakes/queries.ts';
import { throttle } from '../src/engine/limits/throttle.ts';
import { countInMemory } from '../src/engine/limits/windows.ts';

const secret = 'the same for every process of the tests';
const mint = mintFrom(secret);
const contact = 'https://parley.example';
export const { publicKey } = pushKeyFrom(secret);

/** A clock that tests set. */
export class Clock {
  ms = Date.now();
  readonly now = () => this.ms;
}

/** The clock of the machine. */
export const realTime: Clock = {
  get ms() {
    return Date.now();
  },
  now: Date.now,
};

interface Wish {
  clock?: Clock;
  allowsPrivate?: boolean;
  resolve?: Resolve;
  retryMs?: readonly number[];
  timeoutMs?: number;
  ca?: string;
  trialsPerMinute?: number;
  /** Replaces functions of the store. */
  store?: Partial<OutboxStore>;
}

const noNames: Resolve = async () => {
  throw new Error('no name server');
};

/** What a process of Parley does with wake addresses, without the rest. */
export function startSender(database: Database, wish: Wish = {}) {
  const { clock = new Clock(), allowsPrivate = true, resolve = noNames, retryMs = wake.retryMs } = wish;
  const { timeoutMs = 10_000, ca, trialsPerMinute = 1_000 } = wish;
  const { now } = clock;
  const errors: unknown[] = [];
  const wakes = wakeStore(database.reads);
  const store = { ...outboxStore(database.background), ...wish.store };
  const committer = new Committer({
    snapshots: new Snapshots(spaceStore(database.reads, database.background, tables).load),
    heads: new HeadReader(headStore(database.reads).find),
    slots: database.slots.length,
    store: (batch, slot) => commit(database.slots[slot]!, tables, batch),
    findRecords: async () => [],
    committed: () => {},
    now,
    env: { limits: { ...defaultLimits, bytesPerSpace: 1_000_000 }, tables },
    spacesPerBatch: 256,
  });
  const trials = throttle({ openCounter: countInMemory, secret }, { name: 'trials', points: trialsPerMinute, seconds: 60 });
  const destinations = destinationsWith({ allowsPrivate, resolve });
  const { openCount } = deliveryStore(database.reads, database.background);
  const push = { key: pushKeyFrom(secret), contact: () => contact, publicUrl: () => contact, nameOf: async () => 'Harbour' };
  const receivers = new Receivers({ destinations, trials, isPaused: (spaceId) => store.isPaused(spaceId), timeoutMs, ca, now });
  const sending = { mint, secret, push, openCount, retryMs, meter: noMeter, now };
  const sender = new WakeSender({ wakes, outbox: store, committer, receivers, ...sending });
  const failed = (error: unknown) => void errors.push(error);
  const outbox = startOutbox({ store, send: sender.send.bind(sender), retryMs, now, failed });
  onTestFinished(() => outbox.close());
  return {
    outbox,
    store,
    clock,
    wakes,
    committer,
    errors,
    /** Stores changes of a space and wakes the outbox, like an operation. */
    async write(spaceId: string, decide: (state: SpaceState) => Parameters<typeof apply>[1] & { signals?: Signal[] }) {
      const changes = (state: SpaceState) => {
        const [owner] = state.participants.values();
        const events = [messageSent(state, owner!, { id: randomUUID(), content: 'Hello', type: 'text' })];
        return { changes: decide(state), events, outcome: undefined };
      };
      await committer.write(spaceId, { admit: () => undefined, decide: changes, size: 0 });
      outbox.checkSoon();
    },
  };
}

export type Sender = ReturnType<typeof startSender>;

/** A space with an address of its owner, whose verification is due; its receiver can be one of A2A, or a browser. */
export async function givenWake(sender: Sender, url: string, a2a?: A2aWake, subscription?: Subscription) {
  const [spaceId, participantId, wakeId] = [randomUUID(), randomUUID(), randomUUID()];
  const names = { name: '', description: '', privacy: 'public' } as const;
  const state = newSpace({ spaceId, ownerId: participantId, keyHash: spaceId, ...names, ttl: 1_000_000 }, sender.clock.ms);
  await sender.committer.create({ state, sideRows: {} });
  await sender.write(spaceId, (state) => {
    const key = mint.wakeKey(spaceId, wakeId);
    const sealed = { a2a: a2a && sealA2a(a2a, key), push: subscription && sealSubscription(subscription, key) };
    const wish = { wakeId, participantId, url, ...sealed };
    const { changes, signal } = wake.put(state, wish, randomUUID(), sender.clock.ms);
    return { ...changes, signals: [signal] };
  });
  return {
    spaceId,
    participantId,
    wakeId,
    secret: mint.wakeSecret(spaceId, wakeId),
    stored: () => sender.wakes.find(spaceId, wakeId),
    async stateOf() {
      const row = await sender.wakes.find(spaceId, wakeId);
      return row && wake.stateOf({ verifiedAt: row.verifiedAt ?? undefined, disabledAt: row.disabledAt ?? undefined });
    },
    /** Queues deliveries; returns the ids of their signals. */
    async deliver(count = 1, by = sender): Promise<string[]> {
      let signals: Signal[] = [];
      await by.write(spaceId, (state) => {
        const deliveries = Array.from({ length: count }, () => ({
          state: 'queued' as const,
          deliveryId: randomUUID(),
          senderId: randomUUID(),
          expects: 'reply' as const,
          participantId,
          messageId: randomUUID(),
          sequence: 1,
        }));
        return { signals: (signals = wake.signalsFor(state, deliveries, randomUUID, by.clock.ms)) };
      });
      return signals.map(({ signalId }) => signalId);
    },
  };
}

/** The number of signals that are still to be sent. */
export async function waiting(database: Database): Promise<number> {
  const [row] = await database.background.query('select count(*)::int from signals');
  return Number(row?.[0]);
}

/** When the next signal is due. */
export async function nextDue(database: Database): Promise<number> {
  const [row] = await database.background.query('select min(due_ms) from signals');
  return Number(row?.[0]);
}
