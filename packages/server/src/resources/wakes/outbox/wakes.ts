import { wake as rules, type Changes, type Instant, type SpaceState, type Wake } from '@parley/core';
import type { Mint } from '../../../engine/keys/keys.ts';
import type { Meter } from '../../../engine/observe/meter.ts';
import type { Committer } from '../../../engine/write/committer.ts';
import type { Claimed, OutboxStore } from '../outbox-queries.ts';
import type { wakeStore, WakeRow } from '../queries.ts';
import { a2aFormat, openA2a } from './a2a/format.ts';
import { Unreachable } from './destination.ts';
import { inWords } from './failure.ts';
import { ownFormat, type SignalFormat, type Sign } from './format.ts';
import type { SendResult } from './outbox.ts';
import type { PostResponse } from './post.ts';
import { pushFormat } from './push/format.ts';
import { openSubscription } from './push/subscription.ts';
import type { Called, Receivers } from './receivers.ts';
import { assertAccepted, Refused } from './refused.ts';
import { signed } from './signature.ts';

export interface WakeOptions {
  wakes: ReturnType<typeof wakeStore>;
  outbox: OutboxStore;
  committer: Pick<Committer, 'write'>;
  receivers: Pick<Receivers, 'call'>;
  mint: Mint;
  secret: string;
  /** What messages to browsers need besides their subscription. */
  push: Omit<Parameters<typeof pushFormat>[1], 'now'>;
  /** How many deliveries to a participant are open. */
  openCount(spaceId: string, participantId: string): Promise<number>;
  retryMs: readonly number[];
  meter: Meter;
  now(): Instant;
}

/** The longest rest of an address that fails: new deliveries wait for its end. */
const longestRestMs = 120_000;

/** The push service says that the address exists no more. */
class Gone extends Error {
  override readonly name = 'Gone';
}

const kindOf = ({ push, a2a }: WakeRow): string => (push !== null ? 'webpush' : a2a !== null ? 'a2a' : 'webhook');

/** Sends signals to wake addresses, and records what their receivers answer. */
export class WakeSender {
  readonly #options: WakeOptions;
  readonly #own: SignalFormat;
  readonly #sign: Sign = ({ spaceId, addressId, signalId }, body) =>
    signed(this.#options.mint.wakeSecret(spaceId, addressId), signalId, body, this.#options.now());

  constructor(options: WakeOptions) {
    this.#options = options;
    this.#own = ownFormat(options.secret, this.#sign);
  }

  async send(signal: Claimed, stopping: AbortSignal): Promise<SendResult> {
    const { wakes, meter, now } = this.#options;
    const { spaceId, addressId, isTrial } = signal;
    const wake = await wakes.find(spaceId, addressId);
    if (!wake || wake.disabledAt !== null) return { kind: 'over' };
    // It waited for a verification that did not come.
    if (!isTrial && wake.verifiedAt === null) return { kind: 'over' };
    // It was stored before another process learned that the address fails.
    if (!isTrial && wake.restsUntil !== null && wake.restsUntil > now()) return { kind: 'waits', at: wake.restsUntil };
    const kind = kindOf(wake);
    let delivered: Called;
    try {
      delivered = await this.#deliver(signal, wake, stopping);
    } catch (error) {
      if (stopping.aborted) {
        meter.count('parley_outbox_attempts_total', kind, 'delayed');
        return { kind: 'waits', at: now() };
      }
      const isGone = error instanceof Gone;
      meter.count('parley_outbox_attempts_total', kind, isGone ? 'gone' : 'failed');
      if (isGone) return this.#ended(signal);
      return this.#failed(signal, inWords(error), error instanceof Refused ? error.waitMs : 0);
    }
    meter.count('parley_outbox_attempts_total', kind, delivered.kind === 'accepted' ? 'accepted' : 'delayed');
    if (delivered.kind === 'accepted') return this.#accepted(signal, delivered.isQuick);
    if (!isTrial && !stopping.aborted) await wakes.rest(spaceId, addressId, delivered.at);
    return delivered;
  }

  #deliver(signal: Claimed, wake: WakeRow, stopping: AbortSignal): Promise<Called> {
    const { receivers, now } = this.#options;
    const { spaceId, isTrial, tries } = signal;
    const { url, format } = this.#receiverOf(wake);
    const request = () => format.requestOf(signal);
    const judge = (answer: PostResponse) => {
      if (format.endedBy.includes(answer.status)) throw new Gone();
      assertAccepted(answer, now());
      if (isTrial && !format.accepts(answer.body, signal))
        throw new Unreachable('It did not echo the challenge of the verification');
    };
    const { isConsented } = format;
    return receivers.call({ url, spaceId, isTrial, isConsented, isQuick: wake.isQuick, tries, request, judge }, stopping);
  }

  #receiverOf({ spaceId, wakeId, url, a2a, push }: WakeRow): { url: URL; format: SignalFormat } {
    const { mint, openCount, now } = this.#options;
    if (push !== null) {
      const subscription = openSubscription(push, mint.wakeKey(spaceId, wakeId));
      return { url: new URL(subscription.endpoint), format: pushFormat(subscription, { ...this.#options.push, now }) };
    }
    if (a2a === null) return { url: new URL(url), format: this.#own };
    const isAsked = async (space: string, participantId: string) => (await openCount(space, participantId)) > 0;
    return { url: new URL(url), format: a2aFormat(openA2a(a2a, mint.wakeKey(spaceId, wakeId)), isAsked, this.#sign) };
  }

  /** The trial is removed last, so that everything before is repeated if this process dies. */
  async #accepted(signal: Claimed, isQuick: boolean): Promise<SendResult> {
    const { wakes, outbox, now } = this.#options;
    const { spaceId, addressId } = signal;
    const before = await wakes.answered(spaceId, addressId, now(), isQuick);
    if (signal.isTrial) {
      await this.#change(signal, rules.verify);
      await outbox.release(signal, now(), isQuick);
    } else if (before && (before.restsUntil !== null || before.isQuick !== isQuick)) {
      await outbox.resume(signal, now(), before.restsUntil ?? 0, isQuick);
    }
    return { kind: 'over' };
  }

  /** What is still to be sent to the address is forgotten with it. */
  async #ended(signal: Claimed): Promise<SendResult> {
    await this.#write(signal, (state) => {
      const ended = state.wakes.get(signal.addressId);
      return ended && { forgotten: { wakes: [ended] } };
    });
    return { kind: 'over' };
  }

  async #failed(signal: Claimed, lastError: string, waitMs: number): Promise<SendResult> {
    const { wakes, outbox, retryMs, now } = this.#options;
    const { spaceId, addressId: wakeId, isTrial, tries } = signal;
    const at = now();
    const restMs = { least: Math.max(retryMs[0] ?? 0, waitMs), most: Math.max(longestRestMs, waitMs) };
    const failing = await wakes.failed({ spaceId, wakeId, now: at, lastError, restMs });
    if (!failing) return { kind: 'over' };
    const isEnough = isTrial ? retryMs[tries] === undefined : at - failing.since >= rules.patienceMs;
    if (!isEnough) return { kind: 'failed', at: isTrial ? at + waitMs : failing.restsUntil };
    await this.#change(signal, rules.disable);
    await outbox.removeAll(signal);
    return { kind: 'over' };
  }

  #change(signal: Claimed, rule: (state: SpaceState, wakeId: string, now: Instant) => Wake | undefined): Promise<void> {
    return this.#write(signal, (state, at) => {
      const changed = rule(state, signal.addressId, at);
      return changed && { wakes: [changed] };
    });
  }

  async #write({ spaceId }: Claimed, changesOf: (state: SpaceState, at: Instant) => Changes | undefined): Promise<void> {
    await this.#options.committer.write(spaceId, {
      admit: () => undefined,
      decide: (state, _, at) => {
        const changes = changesOf(state, at);
        return { ...(changes && { changes }), outcome: undefined };
      },
      worksWhenFull: true,
      size: 0,
    });
  }
}
