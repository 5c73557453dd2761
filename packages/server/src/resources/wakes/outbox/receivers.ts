import { addressOf } from '../../../engine/limits/address.ts';
import type { Throttle } from '../../../engine/limits/throttle.ts';
import type { Instant } from '@parley/core';
import { version } from '../../../version.ts';
import { Late, Unreachable, type Destinations } from './destination.ts';
import { limited } from './limited.ts';
import { quickMs } from './places.ts';
import { NotConnected, post, type PostResponse } from './post.ts';
import { Turns } from './turns.ts';

export interface ReceiverOptions {
  destinations: Destinations;
  /** Limits the requests to a network address whose receivers have not consented. */
  trials: Throttle;
  /** Whether nothing may be sent for a space now. */
  isPaused(spaceId: string): Promise<boolean>;
  timeoutMs: number;
  ca?: string | undefined;
  now(): Instant;
}

/** What is sent in one try. */
export interface ReceiverRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** A request to somebody's receiver. */
export interface ReceiverCall {
  readonly url: URL;
  readonly spaceId: string;
  /** It has not agreed to receive anything. */
  readonly isTrial: boolean;
  /** What it agrees to by accepting a trial includes this. */
  readonly isConsented: boolean;
  /** It accepted the last request soon. */
  readonly isQuick: boolean;
  /** How often the same was tried before. */
  readonly tries: number;
  request(): Promise<ReceiverRequest>;
  /** Throws if this answer does not accept the request. */
  judge(answer: PostResponse): void;
}

/** What the receiver did. */
export type Called = { kind: 'accepted'; isQuick: boolean } | { kind: 'waits'; at: Instant };

/** Only the first are tried; otherwise a name with many addresses would spread a flood over many hosts. */
const mostAddresses = 8;
const resolutionMs = 3_000;
const unresolved = 'Its host name could not be resolved';
/** How long connecting to an address can take if there is another one. */
const connectMs = 2_000;
/** How long a request without a place waits. */
const noPlaceMs = 5_000;
/** How long a request waits that was begun before its space was paused. */
const pausedMs = 1_000;

interface ReceiverSending {
  call: ReceiverCall;
  address: string;
  leftMs: number;
  connectMs?: number;
}

/** Calls the receivers that participants have registered, within limits for each network address, space and process. */
export class Receivers {
  readonly #options: ReceiverOptions;
  readonly #clock = () => performance.now();
  readonly #turns = new Turns(this.#clock);

  constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  /** Sends a request to the first address of the host that can be connected to. Throws if its receiver does not accept it. */
  async call(call: ReceiverCall, stopping: AbortSignal): Promise<Called> {
    const { destinations, trials, isPaused, timeoutMs, now } = this.#options;
    const { url, spaceId, isTrial, isConsented, tries } = call;
    const start = this.#clock();
    const resolution = { ms: Math.min(resolutionMs, timeoutMs), late: new Unreachable(unresolved), stopping };
    const found = (await limited(resolution, (signal) => destinations.addressesOf(url, signal))).slice(0, mostAddresses);
    let spentMs = this.#clock() - start;
    // If the first one does not answer, the next try begins with another one.
    const addresses = found.map((_, i) => found[(i + tries) % found.length]!);
    for (const [i, address] of addresses.entries()) {
      const isLast = i === addresses.length - 1;
      const network = addressOf(address);
      const wanted = { network, spaceId, isTrial, isQuick: call.isQuick && !isTrial };
      const place = await this.#turns.take(wanted, stopping);
      if (!place) return { kind: 'waits', at: now() + noPlaceMs };
      let wasQuick: boolean | undefined;
      try {
        if (await isPaused(spaceId)) return { kind: 'waits', at: now() + pausedMs };
        if ((isTrial || !isConsented) && !(await trials.mayTry(network)))
          return { kind: 'waits', at: now() + trials.seconds * 1000 };
        wasQuick = false;
        await this.#post({ call, address, leftMs: timeoutMs - spentMs, ...(!isLast && { connectMs }) }, stopping);
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

  /** Resolves once the receiver has accepted the request; throws if it does not. */
  async #post({ call, address, leftMs, connectMs }: ReceiverSending, stopping: AbortSignal): Promise<void> {
    const { timeoutMs, ca } = this.#options;
    const { url, request, judge } = call;
    const late = new Late(`It did not answer within ${timeoutMs / 1000} seconds`);
    return limited({ ms: leftMs, late, stopping }, async (ending) => {
      const { headers: own, body } = await request();
      const headers = { ...own, 'user-agent': `Parley/${version}` };
      judge(await post({ url, address, headers, body, stopping: ending, connectMs, ca }));
    });
  }
}
