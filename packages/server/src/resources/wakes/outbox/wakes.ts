import { wake as rules, type Changes, type Instant, type SpaceState, type Wake } from '@parley/core';
import type { Mint } from '../../../engine/keys/keys.ts';
import { addressOf } from '../../../engine/limits/address.ts';
import type { Meter } from '../../../engine/observe/meter.ts';
import type { Committer } from '../../../engine/write/committer.ts';
import type { Claimed, OutboxStore } from '../outbox-queries.ts';
import type { wakeStore, WakeRow } from '../queries.ts';
import type { Throttle } from '../../../engine/limits/throttle.ts';
import { version } from '../../../version.ts';
import { a2aFormat, openA2a } from './a2a/format.ts';
import { Unreachable, type Destinations } from './destination.ts';
import { inWords } from './failure.ts';
import { limited } from './limited.ts';
import { ownFormat, type SignalFormat, type Sign } from './format.ts';
import type { SendResult } from './outbox.ts';
import { quickMs } from './places.ts';
import { NotConnected, post } from './post.ts';
import { pushFormat } from './push/format.ts';
import { openSubscription } from './push/subscription.ts';
import { Busy, waitMsOf } from './retry-after.ts';
import { signed } from './signature.ts';
import { Turns } from './turns.ts';

export interface WakeOptions {
  wakes: ReturnType<typeof wakeStore>;
  outbox: OutboxStore;
  committer: Pick<Committer, 'write'>;
  destinations: Destinations;
  /** Limits the requests to a network address whose receivers have not consented. */
  trials: Throttle;
  mint: Mint;
  secret: string;
  /** What messages to browsers need besides their subscription. */
  push: Omit<Parameters<typeof pushFormat>[1], 'now'>;
  /** How many deliveries to a participant are open. */
  openCount(spaceId: string, participantId: string): Promise<number>;
  retryMs: readonly number[];
  timeoutMs: number;
  ca?: string | undefined;
  meter: Meter;
  now(): Instant;
}

/** Only the first are tried; otherwise a name with many addresses would spread a flood over many hosts. */
const mostAddresses = 8;
const resolutionMs = 3_000;
const unresolved = 'Its host name could not be resolved';
/** How long connecting to an address can take if there is another one. */
const connectMs = 2_000;
/** How long a signal without a place waits. */
const noPlaceMs = 5_000;
/** How long a signal waits that was claimed before its space was paused; later ones are not claimed. */
const pausedMs = 1_000;
/** The longest rest of an address that fails: new deliveries wait for its end. */
const longestRestMs = 120_000;

interface SignalSending {
  url: URL;
  address: string;
  format: SignalFormat;
  leftMs: number;
  connectMs?: number;
}

/** The push service says that the address exists no more. */
class Gone extends Error {
  override readonly name = 'Gone';
}

/** What the receiver did. */
type Delivered = { kind: 'accepted'; isQuick: boolean } | { kind: 'waits'; at: Instant };

const kindOf = ({ push, a2a }: WakeRow): string => (push !== null ? 'webpush' : a2a !== null ? 'a2a' : 'webhook');

/** Sends signals to wake addresses, and records what their receivers answer. */
export class WakeSender {
  readonly #options: WakeOptions;
  readonly #own: SignalFormat;
  readonly #sign: Sign = ({ spaceId, addressId, signalId }, body) =>
    signed(this.#options.mint.wakeSecret(spaceId, addressId), signalId, body, this.#options.now());
  readonly #clock = () => performance.now();
  readonly #turns = new Turns(this.#clock);

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
    let delivered: Delivered;
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
      return this.#failed(signal, inWords(error), error instanceof Busy ? error.waitMs : 0);
    }
    meter.count('parley_outbox_attempts_total', kind, delivered.kind === 'accepted' ? 'accepted' : 'delayed');
    if (delivered.kind === 'accepted') return this.#accepted(signal, delivered.isQuick);
    if (!isTrial && !stopping.aborted) await wakes.rest(spaceId, addressId, delivered.at);
    return delivered;
  }

  /** Sends it to the first address of the host that can be connected to. Throws if its receiver does not accept it. */
  async #deliver(signal: Claimed, wake: WakeRow, stopping: AbortSignal): Promise<Delivered> {
    const { destinations, outbox, trials, timeoutMs, now } = this.#options;
    const { isTrial, tries } = signal;
    const { url, format } = this.#receiverOf(wake);
    const start = this.#clock();
    const resolution = { ms: Math.min(resolutionMs, timeoutMs), late: new Unreachable(unresolved), stopping };
    const found = (await limited(resolution, (signal) => destinations.addressesOf(url, signal))).slice(0, mostAddresses);
    let spentMs = this.#clock() - start;
    // If the first one does not answer, the next try begins with another one.
    const addresses = found.map((_, i) => found[(i + tries) % found.length]!);
    for (const [i, address] of addresses.entries()) {
      const isLast = i === addresses.length - 1;
      const network = addressOf(address);
      const wanted = { network, spaceId: wake.spaceId, isTrial, isQuick: wake.isQuick && !isTrial };
      const place = await this.#turns.take(wanted, stopping);
      if (!place) return { kind: 'waits', at: now() + noPlaceMs };
      let wasQuick: boolean | undefined;
      try {
        if (await outbox.isPaused(wake.spaceId)) return { kind: 'waits', at: now() + pausedMs };
        if ((isTrial || !format.isConsented) && !(await trials.mayTry(network)))
          return { kind: 'waits', at: now() + trials.seconds * 1000 };
        wasQuick = false;
        const sending = { url, address, format, leftMs: timeoutMs - spentMs, ...(!isLast && { connectMs }) };
        await this.#post(signal, sending, stopping);
        wasQuick = spentMs + this.#clock() - place.since < quickMs;
        return { kind: 'accepted', isQuick: wasQuick };
      } catch (error) {
        if (stopping.aborted) wasQuick = undefined;
        if (isLast || stopping.aborted || !(error instanceof NotConnected)) throw error;
      } finally {
        spentMs += this.#clock() - place.since;
        this.#turns.end(place, wasQuick);
      }
    }
    throw new Unreachable(unresolved);
  }

  /** Resolves once the receiver has accepted the signal; throws if it does not. */
  async #post(signal: Claimed, sending: SignalSending, stopping: AbortSignal): Promise<void> {
    const { timeoutMs, ca } = this.#options;
    const { url, address, format, leftMs, connectMs } = sending;
    const late = new Unreachable(`It did not answer within ${timeoutMs / 1000} seconds`);
    return limited({ ms: leftMs, late, stopping }, async (ending) => {
      const request = await format.requestOf(signal);
      const headers = { ...request.headers, 'user-agent': `Parley/${version}` };
      const answer = await post({ url, address, headers, body: request.body, stopping: ending, connectMs, ca });
      if (format.endedBy.includes(answer.status)) throw new Gone();
      if (answer.status >= 300 && answer.status < 400)
        throw new Unreachable(`It answered with a redirect (${answer.status}), which is not followed`);
      if (answer.status < 200 || answer.status >= 300)
        throw new Busy(`It answered with status ${answer.status}`, waitMsOf(answer.retryAfter, this.#options.now()));
      if (signal.isTrial && !format.accepts(answer.body, signal))
        throw new Unreachable('It did not echo the challenge of the verification');
    });
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
