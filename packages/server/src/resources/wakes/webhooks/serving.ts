import { randomUUID } from 'node:crypto';
import {
  eventTypes,
  isGone,
  occurrenceOf,
  wake,
  webhook as rules,
  type Instant,
  type Occurrence,
  type Participant,
  type Wanted,
} from '@parley/core';
import type { Mint } from '../../../engine/keys/keys.ts';
import type { Meter } from '../../../engine/observe/meter.ts';
import type { HeadReader } from '../../../engine/read/head-reader.ts';
import type { Snapshots } from '../../../engine/read/snapshots.ts';
import type { Portion } from '../../../engine/store/events.ts';
import type { EventLog } from '../../../engine/stream/log.ts';
import type { Called, Receivers } from '../outbox/receivers.ts';
import { assertAccepted, Refused } from '../outbox/refused.ts';
import type { WebhookStore } from '../webhook-queries.ts';
import type { Webhook } from '../webhooks-table.ts';
import { categoryOf } from './failure.ts';
import { openSecrets, signedRequest } from './signing.ts';

export interface ServingOptions {
  webhooks: WebhookStore;
  receivers: Pick<Receivers, 'call'>;
  log: Pick<EventLog, 'after'>;
  heads: Pick<HeadReader, 'current'>;
  snapshots: Pick<Snapshots, 'atLeast'>;
  /** Whether the user of a token is a participant of a space, as long as the token is valid. */
  stands(tokenHash: string, spaceId: string, participantId: string): Promise<boolean>;
  mint: Mint;
  /** The pauses between the tries of an event that is refused. */
  retryMs: readonly number[];
  meter: Meter;
  now(): Instant;
}

/** Longer than any try, so that only a process that died loses its lease. */
export const leaseMs = 60_000;
/** What one webhook is told, and for how long, before others have their turn. */
const perTurn: Portion = { events: 100, bytes: 64 * 1024 };
const turnMs = 10_000;
/** When a space that is being moved is looked at again. */
const movingMs = 60_000;
/** The longest rest of a receiver that fails. */
const longestRestMs = 120_000;

/** What the participant of a webhook can read. */
type WebhookReading =
  | { kind: 'reads'; viewer: Participant; sequence: number; isOver: boolean }
  /** Its key works no more, or that of its user. */
  | { kind: 'over' }
  /** The space is being moved, or was: its webhooks are there. */
  | { kind: 'elsewhere' };

/**
 * Tells one webhook what comes after its cursor, in order and one event at a time. The log is read as its participant at that moment, so what
 * is sent is what a stream would tell; the cursor moves when an event was accepted, so a process that dies repeats one at most.
 */
export class WebhookServing {
  readonly #options: ServingOptions;

  constructor(options: ServingOptions) {
    this.#options = options;
  }

  async serve(webhook: Webhook, stopping: AbortSignal): Promise<void> {
    const { webhooks, log, now } = this.#options;
    const type = eventTypes[webhook.name];
    const reading = await this.#read(webhook);
    if (reading.kind === 'elsewhere') return void (await webhooks.release(webhook, now() + movingMs));
    if (reading.kind === 'over' || !type) return this.end(webhook, stopping);
    const { viewer, sequence, isOver } = reading;
    const events = await log.after(webhook.spaceId, webhook.cursor, sequence, perTurn, sequence);
    const wanted: Wanted = { name: webhook.name, type, only: webhook.about ?? undefined };
    const until = now() + turnMs;
    let leased = webhook;
    for (const event of events) {
      const occurrence = event.isFor(viewer) ? occurrenceOf(wanted, viewer, event) : undefined;
      if (!occurrence) continue;
      const next = await this.#tell(leased, event.sequence, occurrence, stopping);
      if (!next) return;
      leased = next;
      if (now() >= until) return void (await webhooks.release(leased, now()));
    }
    const last = events.at(-1);
    if (last?.event === 'space-closed' && isOver) return this.end(leased, stopping);
    await webhooks.advance(leased, { cursor: last?.sequence ?? webhook.cursor, until: now() });
  }

  /** Says that nothing follows, once, and forgets it. */
  async end(webhook: Webhook, stopping: AbortSignal): Promise<void> {
    const error = { code: -32_012, message: 'The key no longer works, or the space has ended' };
    const message = { id: `msg_terminated_${randomUUID()}`, body: { type: 'terminated', error } };
    await this.#call(webhook, message, stopping).catch(() => {});
    if (!stopping.aborted) await this.#options.webhooks.forget(webhook);
  }

  /** Returns the webhook with its new lease; undefined if it must not be told more now. */
  async #tell(webhook: Webhook, sequence: number, occurrence: Occurrence, stopping: AbortSignal): Promise<Webhook | undefined> {
    const { webhooks, meter, now } = this.#options;
    // Whatever happened while the last event was on its way counts for this one.
    const reading = await this.#read(webhook);
    if (reading.kind === 'over') {
      await this.end(webhook, stopping);
      return undefined;
    }
    if (reading.kind === 'elsewhere') return void (await webhooks.release(webhook, now() + movingMs));
    if (webhook.expiresAt <= now()) return void (await webhooks.release(webhook, now()));
    const message = { id: occurrence.eventId, body: { ...occurrence, cursor: String(sequence) } };
    let called: Called;
    try {
      called = await this.#call(webhook, message, stopping);
    } catch (error) {
      meter.count('parley_outbox_attempts_total', 'events', stopping.aborted ? 'delayed' : 'failed');
      return void (await (stopping.aborted ? webhooks.release(webhook, now()) : this.#failed(webhook, sequence, error)));
    }
    meter.count('parley_outbox_attempts_total', 'events', called.kind === 'accepted' ? 'accepted' : 'delayed');
    if (called.kind === 'waits') return void (await webhooks.release(webhook, called.at));
    const at = now();
    return webhooks.accepted(webhook, { cursor: sequence, dueAt: at + leaseMs, now: at, isQuick: called.isQuick });
  }

  async #call(
    { spaceId, webhookId, url, secrets, isQuick, tries }: Webhook,
    message: { id: string; body: object },
    stopping: AbortSignal,
  ) {
    const { receivers, mint, now } = this.#options;
    const opened = openSecrets(secrets, mint.wakeKey(spaceId, webhookId));
    return receivers.call(
      {
        ...{ spaceId, isQuick, tries, url: new URL(url), isTrial: false, isConsented: true },
        request: async () => signedRequest(webhookId, opened, message, now()),
        judge: (answer) => assertAccepted(answer, now()),
      },
      stopping,
    );
  }

  async #failed(webhook: Webhook, sequence: number, error: unknown): Promise<unknown> {
    const { webhooks, retryMs, now } = this.#options;
    const { status, waitMs = 0 } = error instanceof Refused ? error : { status: undefined };
    const verdict = rules.verdictOn(status);
    const at = now();
    const isHopeless = webhook.failingSince !== null && at - webhook.failingSince >= wake.patienceMs;
    if (isHopeless) return webhooks.forget(webhook);
    if (verdict === 'never' || (verdict === 'sometimes' && webhook.tries >= retryMs.length))
      return webhooks.advance(webhook, { cursor: sequence, until: at });
    const rest = { least: Math.max(retryMs[0] ?? 0, waitMs), most: Math.max(longestRestMs, waitMs) };
    return webhooks.failed(webhook, { now: at, lastError: categoryOf(error), rest });
  }

  async #read({ spaceId, participantId, keyHash, tokenHash }: Webhook): Promise<WebhookReading> {
    const { heads, snapshots, log, stands } = this.#options;
    const head = await heads.current(spaceId);
    const snapshot = head && (await snapshots.atLeast(spaceId, head.rev));
    if (!snapshot) return { kind: 'over' };
    const { space, participants } = snapshot.state;
    const { sequence } = head;
    if (space.isLeaving) return { kind: 'elsewhere' };
    if (space.end) {
      const [last] = await log.after(spaceId, sequence - 1, sequence, { events: 1, bytes: 1 }, sequence);
      if (last?.event !== 'space-closed') return { kind: 'elsewhere' };
    }
    const viewer = participants.get(participantId);
    if (!viewer || isGone(viewer)) return { kind: 'over' };
    const works = tokenHash === null ? viewer.keyHash === keyHash : await stands(tokenHash, spaceId, participantId);
    return works ? { kind: 'reads', viewer, sequence, isOver: space.end !== undefined } : { kind: 'over' };
  }
}
