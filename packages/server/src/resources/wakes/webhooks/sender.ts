import type { Instant } from '@parley/core';
import { repeat } from '../../../engine/async/repeat.ts';
import { LeaseWorker } from '../../../engine/schedule/lease-worker.ts';
import type { WebhookStore } from '../webhook-queries.ts';
import type { Webhook } from '../webhooks-table.ts';
import { leaseMs, type WebhookServing } from './serving.ts';

interface SenderOptions {
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
const tokensAtOnce = 100;

/** Starts to serve webhooks that have something to be told. */
export function startSender({ webhooks, serving, isValid, now, failed }: SenderOptions): { close(): Promise<void> } {
  const stop = new AbortController();
  const worker = new LeaseWorker<Webhook, (typeof lanes)[number]>({
    lanes,
    isIn: (webhook, { isQuick }) => webhook.isQuick === isQuick,
    claim({ lane: { isQuick }, limit, busySpaces }) {
      const at = now();
      return webhooks.claim({ now: at, leaseUntil: at + leaseMs, isQuick, busy: busySpaces, limit });
    },
    work: (webhook, stopping) => serving.serve(webhook, stopping),
    failed,
  });
  const ending = repeat({ everyMs: 60_000, work: endOfTokens, failed });

  /** A revoked token is no event of a space: without one, nobody would look. */
  async function endOfTokens(isStopped: () => boolean): Promise<void> {
    for (let after = ''; !isStopped();) {
      const hashes = await webhooks.tokens(after, tokensAtOnce);
      for (const hash of hashes) {
        if (isStopped() || (await isValid(hash))) continue;
        for (const webhook of await webhooks.ofToken(hash)) await serving.end(webhook, stop.signal);
      }
      if (hashes.length < tokensAtOnce) return;
      after = hashes.at(-1)!;
    }
  }

  return {
    async close() {
      stop.abort();
      await Promise.all([worker.close(), ending.stop()]);
    },
  };
}
