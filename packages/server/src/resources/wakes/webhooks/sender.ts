import { setMaxListeners } from 'node:events';
import type { Instant } from '@parley/core';
import { repeat, type Loop } from '../../../engine/async/repeat.ts';
import type { WebhookStore } from '../webhook-queries.ts';
import type { Webhook } from '../webhooks-table.ts';
import { leaseMs, type WebhookServing } from './serving.ts';

export interface SenderOptions {
  webhooks: WebhookStore;
  serving: Pick<WebhookServing, 'serve' | 'end'>;
  /** Whether a user token, by its SHA-256, is valid. */
  isValid(tokenHash: string): Promise<boolean>;
  now(): Instant;
  failed(error: unknown): void;
}

/** Receivers that are not quick wait for each other only. More than can be sent at a time: some wait for a place. */
const lanes = [
  { isQuick: true, atOnce: 64 },
  { isQuick: false, atOnce: 32 },
];
type WebhookLane = (typeof lanes)[number];
const perSpace = 8;
const tokensAtOnce = 100;

/**
 * Serves webhooks that have something to be told, each in one process at a time: if that dies, its lease expires and another one goes on.
 */
export class WebhookSender {
  readonly #options: SenderOptions;
  readonly #stop = new AbortController();
  readonly #serving = new Map<Webhook, Promise<void>>();
  readonly #loops: Loop[];
  #round = Promise.resolve();
  #isAsked = false;

  constructor(options: SenderOptions) {
    const { failed } = options;
    this.#options = options;
    // Each webhook that is served listens, while it waits for a place and while something is sent.
    setMaxListeners(2 * lanes.reduce((sum, { atOnce }) => sum + atOnce, 0), this.#stop.signal);
    this.#loops = [
      repeat({ everyMs: 1_000, work: async () => this.checkSoon(), failed }),
      repeat({ everyMs: 60_000, work: (isStopped) => this.#endOfTokens(isStopped), failed }),
    ];
  }

  /** There may be something to tell: checks soon. */
  checkSoon(): void {
    if (this.#isAsked || this.#stop.signal.aborted) return;
    this.#isAsked = true;
    this.#round = this.#round.then(async () => {
      this.#isAsked = false;
      await this.#claim().catch(this.#options.failed);
    });
  }

  /** Ends the tries in progress; another process, or this one after a restart, repeats them. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    await this.#round;
    await Promise.all(this.#serving.values());
  }

  /** Claims until nothing is due that there is room for. */
  async #claim(): Promise<void> {
    for (let isMore = true; isMore;) {
      isMore = false;
      for (const lane of lanes) if (await this.#claimIn(lane)) isMore = true;
    }
  }

  /** Claims at most one webhook of each space; false if nothing is due that there is room for. */
  async #claimIn({ isQuick, atOnce }: WebhookLane): Promise<boolean> {
    const served = [...this.#serving.keys()].filter((each) => each.isQuick === isQuick);
    const limit = atOnce - served.length;
    if (limit <= 0 || this.#stop.signal.aborted) return false;
    const { webhooks, now } = this.#options;
    const at = now();
    const claimed = await webhooks.claim({ now: at, leaseUntil: at + leaseMs, isQuick, busy: busyIn(served), limit });
    for (const webhook of claimed) this.#serving.set(webhook, this.#serve(webhook));
    return claimed.length > 0;
  }

  async #serve(webhook: Webhook): Promise<void> {
    try {
      await this.#options.serving.serve(webhook, this.#stop.signal);
    } catch (error) {
      // The lease expires, and it is served again.
      this.#options.failed(error);
    } finally {
      this.#serving.delete(webhook);
      this.checkSoon();
    }
  }

  /** A revoked token is no event of a space: without one, nobody would look. */
  async #endOfTokens(isStopped: () => boolean): Promise<void> {
    const { webhooks, serving, isValid } = this.#options;
    for (let after = ''; !isStopped();) {
      const hashes = await webhooks.tokens(after, tokensAtOnce);
      for (const hash of hashes) {
        if (isStopped() || (await isValid(hash))) continue;
        for (const webhook of await webhooks.ofToken(hash)) await serving.end(webhook, this.#stop.signal);
      }
      if (hashes.length < tokensAtOnce) return;
      after = hashes.at(-1)!;
    }
  }
}

/** The spaces of which so many are served that others have their turn. */
function busyIn(served: readonly Webhook[]): string[] {
  const counts = new Map<string, number>();
  for (const { spaceId } of served) counts.set(spaceId, (counts.get(spaceId) ?? 0) + 1);
  return [...counts].flatMap(([spaceId, count]) => (count >= perSpace ? [spaceId] : []));
}
