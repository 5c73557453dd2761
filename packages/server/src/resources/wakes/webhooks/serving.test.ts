import type { Participant } from '@parley/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mintFrom } from '../../../engine/keys/keys.ts';
import { Late } from '../outbox/destination.ts';
import { NotConnected } from '../outbox/post.ts';
import type { ReceiverCall } from '../outbox/receivers.ts';
import type { Webhook } from '../webhooks-table.ts';
import { leaseMs, WebhookServing, type ServingOptions } from './serving.ts';
import { sealSecrets } from './signing.ts';

const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const ada = { participantId: 'ada', keyHash: 'h', status: 'active' } as Participant;
const mint = mintFrom('x'.repeat(32));
const secrets = sealSecrets({ secret: `whsec_${'A'.repeat(32)}` }, mint.wakeKey(spaceId, 'sub_1'));

/** What can happen: an event, the passing of time, or what the client, the owner and a process do. */
type Step = 'told' | 'hidden' | 'own' | 'of another kind' | 'renew' | 'kick' | 'serve' | number;
/** What becomes of a request: also the status with which it is answered. */
type Fate = 'unreachable' | 'killed before' | 'waits' | 'killed after' | 'stopped' | 'late' | number;
interface Sent {
  fate: Fate;
  /** How many steps happen while it is on its way. */
  steps: number;
}

interface Script {
  steps: Step[];
  /** What becomes of requests, in their order; later ones are accepted. */
  sent: Sent[];
  /** How many changes of the row each process makes before it dies. */
  deaths: number[];
}

class Killed extends Error {}

/** A space with a webhook, and processes that serve it and die. */
class World {
  readonly arrived: string[] = [];
  readonly told: string[] = [];
  isKicked = false;
  readonly #log: { spaceId: string; sequence: number; at: number; event: string; isFor: () => boolean; json: string }[] = [];
  readonly #script: Script;
  #now = 0;
  #row: Webhook | undefined;

  constructor(script: Script) {
    this.#script = script;
    this.#row = {
      ...{ spaceId, webhookId: 'sub_1', participantId: ada.participantId, tokenHash: null, keyHash: ada.keyHash, about: null },
      ...{ name: 'message.created', url: 'https://agent.example/', secrets, cursor: 0, tries: 0, createdAt: 0, dueAt: 0 },
      ...{ expiresAt: Infinity, deliveredAt: null, failingSince: null, lastError: null, isQuick: true },
    };
  }

  /** Plays the script; then nothing fails any more, until all is told. */
  async play(): Promise<void> {
    while (this.#script.steps.length > 0) await this.#step();
    for (let i = 0; this.#row && this.#row.cursor < this.#log.length; i += 1) {
      this.#now += 2 * leaseMs;
      await this.#serve();
      if (i > 1_000) throw new Error('It is never told');
    }
  }

  async #step(): Promise<void> {
    const step = this.#script.steps.shift();
    if (step === undefined) return;
    if (typeof step === 'number') this.#now += step;
    else if (step === 'serve') await this.#serve();
    else if (step === 'kick') this.isKicked = true;
    else if (step === 'renew') {
      if (!this.#row) return;
      const { failingSince, dueAt } = this.#row;
      this.#row = { ...this.#row, dueAt: failingSince === null ? dueAt : this.#now, tries: 0, failingSince: null };
    } else {
      const sequence = this.#log.length + 1;
      const json = JSON.stringify({ id: `m${sequence}`, senderId: step === 'own' ? ada.participantId : 'bob' });
      const event = step === 'of another kind' ? 'task' : 'message';
      this.#log.push({ spaceId, sequence, at: this.#now, event, isFor: () => step !== 'hidden', json });
      if (step === 'told' && !this.isKicked) this.told.push(`${spaceId}-${sequence}`);
    }
  }

  /** A process claims the webhook, if it is due, and serves it. */
  async #serve(): Promise<void> {
    if (!this.#row || this.#row.dueAt > this.#now || this.#row.cursor >= this.#log.length) return;
    this.#row = { ...this.#row, dueAt: this.#now + leaseMs };
    const stopping = new AbortController();
    const serving = new WebhookServing(this.#process(stopping));
    await serving.serve({ ...this.#row }, stopping.signal).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
  }

  #process(stopping: AbortController): ServingOptions {
    let isAlive = true;
    let callsLeft = this.#script.deaths.shift() ?? Infinity;
    const die = (): never => {
      isAlive = false;
      throw new Killed();
    };
    /** A change of the row, if this process still has the lease. It can die before the change, or before it knows of it. */
    const changing = async <T>(
      leased: Pick<Webhook, 'dueAt'>,
      change: (row: Webhook) => Webhook | undefined,
      result: () => T,
    ) => {
      if (!isAlive || (callsLeft -= 1) === 0) die();
      const isHeld = this.#row?.dueAt === leased.dueAt;
      if (isHeld) this.#row = change(this.#row!);
      if ((callsLeft -= 1) === 0) die();
      return isHeld ? result() : undefined;
    };
    const webhooks: Pick<ServingOptions['webhooks'], 'advance' | 'accepted' | 'failed' | 'release' | 'forget'> = {
      advance: async (leased, { cursor, until }) =>
        (await changing(
          leased,
          (row) => ({ ...row, cursor, tries: 0, dueAt: until }),
          () => true,
        )) ?? false,
      accepted: (leased, { cursor, dueAt, now, isQuick }) =>
        changing(
          leased,
          (row) => ({ ...row, cursor, dueAt, isQuick, deliveredAt: now, tries: 0, failingSince: null, lastError: null }),
          () => ({ ...this.#row! }),
        ),
      failed: async (leased, { now, lastError, rest }) => {
        const failed = (row: Webhook) => {
          const failingSince = row.failingSince ?? now;
          const restMs = Math.min(Math.max(now - failingSince, rest.least), rest.most);
          return { ...row, tries: row.tries + 1, lastError, isQuick: false, failingSince, dueAt: now + restMs };
        };
        return (await changing(leased, failed, () => true)) ?? false;
      },
      release: async (leased, at) =>
        (await changing(
          leased,
          (row) => ({ ...row, dueAt: at }),
          () => true,
        )) ?? false,
      forget: async () => {
        if (!isAlive) die();
        this.#row = undefined;
        return true;
      },
    };
    const call = async ({ request, judge }: ReceiverCall) => {
      const { eventId } = JSON.parse(String((await request()).body)) as { eventId?: string };
      const { fate, steps } = this.#script.sent.shift() ?? { fate: 200, steps: 0 };
      if (fate === 'killed before') die();
      if (fate === 'unreachable') throw new NotConnected();
      if (fate === 'waits') return { kind: 'waits', at: this.#now + 5_000 } as const;
      if (eventId !== undefined) this.arrived.push(eventId);
      for (let i = 0; i < steps; i += 1) await this.#step();
      if (fate === 'killed after') die();
      if (fate === 'stopped') stopping.abort();
      if (typeof fate !== 'number') throw new Late();
      judge({ status: fate, body: '' });
      return { kind: 'accepted', isQuick: true } as const;
    };
    const state = () => ({ space: {}, participants: new Map(this.isKicked ? [] : [[ada.participantId, ada]]) });
    return {
      webhooks,
      receivers: { call },
      log: { after: async (_: string, after: number, end: number) => this.#log.slice(after, Math.min(end, after + 3)) },
      heads: { current: async () => ({ rev: 1, sequence: this.#log.length }) },
      snapshots: { atLeast: async () => ({ state: state() }) },
      stands: async () => true,
      meter: { count: () => {} },
      ...{ mint, retryMs: [5_000, 30_000], now: () => this.#now },
    } as unknown as ServingOptions;
  }
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<Step>('told', 'told', 'hidden', 'own', 'of another kind') },
  { weight: 5, arbitrary: fc.constantFrom<Step>('serve', 'serve', 'renew') },
  { weight: 2, arbitrary: fc.constantFrom<Step>(1, 5_000, leaseMs, 3 * leaseMs) },
  { weight: 1, arbitrary: fc.constant<Step>('kick') },
);
const fates: Fate[] = [
  'unreachable',
  'killed before',
  'waits',
  'killed after',
  'stopped',
  'late',
  200,
  302,
  400,
  410,
  413,
  429,
  500,
];
const sent = fc.record({ fate: fc.constantFrom(200, 200, 200, ...fates), steps: fc.nat({ max: 4 }) });
const script = fc.record({
  steps: fc.array(step, { minLength: 5, maxLength: 60 }),
  sent: fc.array(sent, { maxLength: 40 }),
  deaths: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 6 }),
});

test('what a participant can see arrives at least once, in order, and nothing else, whatever fails and whoever dies', async () => {
  await fc.assert(
    fc.asyncProperty(script, async (given) => {
      const world = new World(structuredClone(given));
      await world.play();
      const arrived = [...new Set(world.arrived)];
      // Who was kicked is told nothing more.
      expect(arrived).toEqual(world.isKicked ? world.told.slice(0, arrived.length) : world.told);
    }),
    { numRuns: 1_000 },
  );
});
