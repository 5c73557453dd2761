import { wake as rules, type Instant, type SpaceState, type Wake } from '@parley/core';
import type { Mint } from '../auth/keys.ts';
import type { Committer } from '../space/committer.ts';
import type { Claimed, OutboxStore } from '../store/outbox.ts';
import type { wakeStore, WakeRow } from '../store/wakes.ts';
import type { Throttle } from '../throttle.ts';
import { version } from '../version.ts';
import { a2aFormat, openA2a } from './a2a.ts';
import { Unreachable, type Destinations } from './destination.ts';
import { inWords } from './failure.ts';
import { ownFormat, type Format } from './format.ts';
import type { Result } from './outbox.ts';
import { post } from './post.ts';
import { signed } from './signature.ts';

interface WakeOptions {
  wakes: ReturnType<typeof wakeStore>;
  outbox: OutboxStore;
  committer: Pick<Committer, 'write'>;
  destinations: Destinations;
  /** Limits how often one network address is sent what it has not consented to. */
  trials: Throttle;
  mint: Mint;
  secret: string;
  /** How many deliveries to a participant are open. */
  openCount(spaceId: string, participantId: string): Promise<number>;
  retryMs: readonly number[];
  timeoutMs: number;
  ca?: string | undefined;
  now(): Instant;
}

/** The first are tried; a name with more would spread a flood over many. */
const mostAddresses = 8;

/** Sends signals to wake addresses, and records what their receivers answer. */
export class WakeSender {
  readonly #options: WakeOptions;
  readonly #own: Format;

  constructor(options: WakeOptions) {
    this.#options = options;
    this.#own = ownFormat(options.secret);
  }

  async send(signal: Claimed, stopping: AbortSignal): Promise<Result> {
    const wake = await this.#options.wakes.find(signal.spaceId, signal.addressId);
    if (!wake || wake.disabledAt !== null) return { kind: 'over' };
    // It waited for a verification that did not come.
    if (!signal.isTrial && wake.verifiedAt === null) return { kind: 'over' };
    try {
      const waits = await this.#deliver(signal, wake, stopping);
      if (waits) return waits;
    } catch (error) {
      if (stopping.aborted) return { kind: 'waits', at: this.#options.now() };
      return this.#failed(signal, inWords(error));
    }
    return this.#accepted(signal);
  }

  /** Resolves once the receiver has accepted the signal; throws if it does not. */
  async #deliver(signal: Claimed, wake: WakeRow, stopping: AbortSignal): Promise<Result | undefined> {
    const { destinations, mint, timeoutMs, ca, now } = this.#options;
    const url = new URL(wake.url);
    const ending = new AbortController();
    const stop = () => ending.abort();
    const late = new Unreachable(`It did not answer within ${timeoutMs / 1000} seconds`);
    const timer = setTimeout(() => ending.abort(late), timeoutMs);
    if (stopping.aborted) stop();
    stopping.addEventListener('abort', stop, { once: true });
    try {
      const format = this.#formatOf(wake);
      const addresses = (await destinations.addressesOf(url, ending.signal)).slice(0, mostAddresses);
      if ((signal.isTrial || !format.isConsented) && !(await this.#mayAsk(addresses))) {
        return { kind: 'waits', at: now() + this.#options.trials.seconds * 1000 };
      }
      const body = await format.bodyOf(signal);
      const headers = {
        ...format.headers,
        'user-agent': `Parley/${version}`,
        ...signed(mint.wakeSecret(wake.spaceId, wake.wakeId), signal.signalId, body, now()),
      };
      const answer = await post({ url, addresses, headers, body, signal: ending.signal, ca });
      if (answer.status >= 300 && answer.status < 400)
        throw new Unreachable(`It answered with a redirect (${answer.status}), which is not followed`);
      if (answer.status < 200 || answer.status >= 300) throw new Unreachable(`It answered with status ${answer.status}`);
      if (signal.isTrial && !format.accepts(answer.body, signal))
        throw new Unreachable('It did not echo the challenge of the verification');
      return undefined;
    } catch (error) {
      throw ending.signal.reason === late ? late : error;
    } finally {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
    }
  }

  #formatOf({ spaceId, wakeId, a2a }: WakeRow): Format {
    const { mint, openCount } = this.#options;
    if (a2a === null) return this.#own;
    const isAsked = async (space: string, participantId: string) => (await openCount(space, participantId)) > 0;
    return a2aFormat(openA2a(a2a, mint.wakeKey(spaceId, wakeId)), isAsked);
  }

  async #mayAsk(addresses: readonly string[]): Promise<boolean> {
    for (const address of addresses) if (!(await this.#options.trials.mayTry(address))) return false;
    return true;
  }

  /** The trial is removed last, so that everything before is repeated if this process dies. */
  async #accepted(signal: Claimed): Promise<Result> {
    const { wakes, outbox, now } = this.#options;
    const { spaceId, addressId } = signal;
    await wakes.answered(spaceId, addressId, now());
    if (signal.isTrial) {
      await this.#change(signal, rules.verify);
      await outbox.release(signal, now());
    }
    return { kind: 'over' };
  }

  async #failed(signal: Claimed, reason: string): Promise<Result> {
    const { wakes, outbox, retryMs, now } = this.#options;
    const { spaceId, addressId, isTrial, tries } = signal;
    const at = now();
    const since = await wakes.failed(spaceId, addressId, at, reason);
    if (since === undefined) return { kind: 'over' };
    const isEnough = isTrial ? retryMs[tries] === undefined : at - since >= rules.patienceMs;
    if (!isEnough) return { kind: 'failed' };
    await this.#change(signal, rules.disable);
    await outbox.removeAll(signal);
    return { kind: 'over' };
  }

  async #change(
    { spaceId, addressId }: Claimed,
    rule: (state: SpaceState, wakeId: string, now: Instant) => Wake | undefined,
  ): Promise<void> {
    await this.#options.committer.write(spaceId, {
      admit: () => undefined,
      decide: (state, _, at) => {
        const changed = rule(state, addressId, at);
        return { ...(changed && { changes: { wakes: [changed] } }), outcome: undefined };
      },
      worksWhenFull: true,
      size: 0,
    });
  }
}
