import type { Delivery, Space } from '@parley/sdk';
import type { Output } from '../terminal/output.ts';

export interface LeaseTerms {
  leaseSeconds: number | undefined;
  concurrency: number;
  /** Whether to end after one delivery. */
  once: boolean;
  /** Ends the work. */
  signal: AbortSignal;
  out: Output;
}

/** Hands deliveries to `handle` until the space ends, the signal is aborted, or one was enough. */
export async function workOn(
  space: Space,
  handle: (delivery: Delivery) => Promise<void>,
  { leaseSeconds, concurrency, once, signal }: LeaseTerms,
): Promise<void> {
  const enough = new AbortController();
  const handleOne = async (delivery: Delivery) => {
    await handle(delivery);
    if (once) enough.abort();
  };
  await space.work(handleOne, { leaseSeconds, concurrency, signal: AbortSignal.any([signal, enough.signal]) });
}
