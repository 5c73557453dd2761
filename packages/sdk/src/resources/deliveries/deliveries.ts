import { assertOptions } from '../../arguments.ts';
import { isHeard } from './awaited.ts';
import type { SpaceCalls } from '../../calls.ts';
import type { DeliveryCalls } from './delivery.ts';
import { hasEnded, isLeaseLost, PausedError } from '../../errors.ts';
import type { Http } from '../../http.ts';
import type { CallOptions } from '../../options.ts';
import { anyOf, backoffMs, pause, whilePausedMs } from '../../time.ts';
import type { LeaseTerms } from '../../lease.ts';
import type { DeliveryView, MessageView } from '../../types.ts';

/**
 * How to claim deliveries.
 * @see docs/sdk.md#deliveries
 */
export interface DeliveriesOptions {
  /** The duration of a lease in seconds, 10 to 3,600; default 300. After a crash of this process, the delivery is queued again when the lease expires. */
  leaseSeconds?: number | undefined;
  /** Ends the iteration without an error. A delivery that is held can still be settled. */
  signal?: AbortSignal | undefined;
}

/** How to work on deliveries, whatever object a delivery becomes. */
export interface WorkTerms<Delivery> extends DeliveriesOptions {
  /** How many deliveries to work on at the same time; default 1. */
  concurrency?: number | undefined;
  /**
   * Called when the handler threw. The delivery is then released after a delay that doubles with each of its attempts, up to 8 seconds.
   * Without `onError`, it is released at once, and the work ends with the error.
   */
  onError?: ((error: unknown, delivery: Delivery) => void) | undefined;
}

/** How long a request in progress can take once the iteration was ended from outside. */
const graceMs = 5_000;
const waitSeconds = 25;

const claiming = { leaseSeconds: 'integer?', signal: 'signal?' } as const;

/** Refuses wrong options before anything is sent. */
export const assertDeliveriesOptions = (options: DeliveriesOptions): void => assertOptions(claiming, options);

/** The same for `work`. */
export const assertWorkOptions = (options: WorkTerms<never>): void =>
  assertOptions({ ...claiming, concurrency: 'positive?', onError: 'function?' }, options);

/** A space, and what its object uses. */
export interface DeliveryPlace<Delivery extends DeliveryCalls> {
  space: SpaceCalls;
  http: Http;
  /** What the client returns. */
  delivery(view: DeliveryView, message: MessageView, terms: LeaseTerms): Delivery;
}

type Claims<Delivery> = AsyncGenerator<Delivery, void, undefined>;

/** One delivery after the other. The loop acknowledges what its body leaves open, and releases it if the body is left early. */
export async function* deliveries<Delivery extends DeliveryCalls>(
  place: DeliveryPlace<Delivery>,
  options: DeliveriesOptions,
): Claims<Delivery> {
  for await (const delivery of claims(place, options)) {
    let isFinished = false;
    try {
      yield delivery;
      isFinished = true;
    } finally {
      await conclude(delivery, isFinished ? 'acknowledge' : 'release', options.signal);
    }
  }
}

/** Several deliveries at the same time. Unlike a loop it learns what its handler throws. */
export async function work<Delivery extends DeliveryCalls>(
  place: DeliveryPlace<Delivery>,
  handler: (delivery: Delivery) => unknown,
  options: WorkTerms<Delivery>,
): Promise<void> {
  const { concurrency = 1, onError } = options;
  const failed = new AbortController();
  const signal = anyOf(options.signal, failed.signal);
  const running = new Set<Promise<void>>();
  const handle = async (delivery: Delivery): Promise<void> => {
    try {
      await handler(delivery);
      await conclude(delivery, 'acknowledge', options.signal);
    } catch (error) {
      try {
        if (!onError) throw error;
        onError(error, delivery);
        await pause(backoffMs(delivery.view.attempt), anyOf(signal, delivery.signal)).catch(() => {});
      } catch (fatal) {
        failed.abort(fatal);
      }
      await conclude(delivery, 'release', options.signal);
    }
  };
  try {
    for await (const delivery of claims(place, { ...options, signal })) {
      const run: Promise<void> = handle(delivery).finally(() => running.delete(run));
      running.add(run);
      if (running.size >= concurrency) await Promise.race(running);
    }
  } finally {
    await Promise.all(running);
  }
  failed.signal.throwIfAborted();
}

/** Claims until the space ends or the signal is aborted, and waits while it is paused. Every claim whose answer arrives is yielded or released. */
async function* claims<Delivery extends DeliveryCalls>(
  place: DeliveryPlace<Delivery>,
  { leaseSeconds = 300, signal: given }: DeliveriesOptions,
): Claims<Delivery> {
  const { space, http } = place;
  const signal = anyOf(given, http.options.signal);
  let { maxRetries } = http;
  while (!signal.aborted) {
    const grace = graceAfter(signal);
    let delivery: Delivery | undefined;
    try {
      delivery = await claim(place, leaseSeconds, { maxRetries, signal: grace.signal });
      maxRetries = Infinity;
      if (!delivery) {
        const patient = { maxRetries, signal, timeoutMs: http.timeoutMs + waitSeconds * 1000 };
        await space.call('listDeliveries', { state: 'queued', limit: 1, wait: waitSeconds }, patient);
      }
    } catch (error) {
      if (signal.aborted || hasEnded(error)) return;
      if (!(error instanceof PausedError)) throw error;
      maxRetries = Infinity;
      await pause(whilePausedMs, signal).catch(() => {});
    } finally {
      grace.end();
    }
    if (delivery && isHeard(delivery.view, delivery.message)) continue;
    if (delivery && signal.aborted) await conclude(delivery, 'release', signal);
    else if (delivery) yield delivery;
  }
}

/** All attempts have the same Idempotency-Key, so that a claim whose answer was lost is answered again. */
async function claim<Delivery extends DeliveryCalls>(
  place: DeliveryPlace<Delivery>,
  leaseSeconds: number,
  call: CallOptions,
): Promise<Delivery | undefined> {
  const { space } = place;
  let since = Date.now();
  const claimed = await space.call('claimDelivery', { leaseSeconds }, call);
  if (!claimed.delivery) return undefined;
  const { delivery, message } = claimed;
  // After a long outage it can be the answer to an earlier attempt, whose lease has expired since.
  if (delivery.state === 'claimed' && Date.now() - since > (leaseSeconds * 1000) / 3) {
    since = Date.now();
    const { deliveryId, leaseId } = delivery;
    try {
      await space.call('renewDelivery', { deliveryId, leaseId, leaseSeconds }, call);
    } catch (error) {
      if (isLeaseLost(error)) return undefined;
      throw error;
    }
  }
  return place.delivery(delivery, message, { leaseSeconds, since });
}

async function conclude(delivery: DeliveryCalls, how: 'acknowledge' | 'release', signal: AbortSignal | undefined): Promise<void> {
  const grace = graceAfter(signal);
  await delivery.finish(how, grace.signal);
  grace.end();
}

/** Returns a signal that aborts a grace period after the other one, or after now if that is aborted already. */
function graceAfter(signal: AbortSignal | undefined): { signal: AbortSignal; end(): void } {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => (timer = setTimeout(() => over.abort(signal!.reason), graceMs));
  if (signal?.aborted) start();
  else signal?.addEventListener('abort', start, { once: true });
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', start);
  };
  return { signal: over.signal, end };
}
