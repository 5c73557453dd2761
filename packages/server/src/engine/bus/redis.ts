import type { Logger } from 'pino';
import { createClient } from 'redis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { coalescing, decode, type Bus } from './bus.ts';
import type { OpenCounter } from '../limits/counter.ts';
import { sharedCounter } from '../limits/shared-counter.ts';
import { countInMemory } from '../limits/windows.ts';
import type { Head } from '../store/heads.ts';
import { NoAnswer, within } from '../async/within.ts';

const channel = 'parley:wake';
const connectMs = 2_000;
/** Requests wait for Redis: if it is slow, the process counts by itself instead of delaying them. */
const answerMs = 500;
const pauseMs = 2_000;
/** Maximum number of unanswered commands. */
const longestQueue = 10_000;

export interface Redis {
  bus(notify: (head: Head) => void): Bus;
  counter: OpenCounter;
  close(): Promise<void>;
}

/**
 * Redis is optional at run time: while it is unreachable or does not answer, polling replaces the lost notifications and each process
 * counts by itself. It connects and reconnects in the background.
 */
export function openRedis(url: string, log: Pick<Logger, 'info' | 'warn'>, own: OpenCounter = countInMemory): Redis {
  // Without the queue, a command fails immediately while Redis is unreachable, instead of delaying the request.
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: longestQueue,
    socket: { connectTimeout: connectMs },
  });
  const subscriber = client.duplicate({ disableOfflineQueue: false });
  let isAway: boolean | undefined;
  client.on('error', (err) => {
    if (!isAway) log.warn({ err }, 'Redis is unreachable; retrying in the background');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.info('Redis is reachable');
    isAway = false;
  });
  // Both connections fail for the same reason, which is logged once.
  subscriber.on('error', ignored);
  connect(client);

  let silentUntil = -Infinity;
  /** Pauses after a timeout of a connected Redis, so that few callers wait for it. */
  async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (performance.now() < silentUntil) throw new NoAnswer('Redis did not answer a moment ago');
    try {
      return await within(answerMs, ask());
    } catch (error) {
      if (error instanceof NoAnswer) silentUntil = performance.now() + pauseMs;
      throw error;
    }
  }

  return {
    bus(notify) {
      let subscribed = false;
      const subscribe = async () => {
        await subscriber.subscribe(channel, (payload) => decode(payload).forEach(notify));
        subscribed = true;
      };
      // After a reconnect, the client restores its subscriptions by itself.
      subscriber.on('ready', () => void (subscribed || subscribe().catch(ignored)));
      connect(subscriber);
      const { publish, drained } = coalescing((payload) => patiently(() => client.publish(channel, payload)), ignored);
      return {
        publish(head) {
          if (client.isReady) publish(head);
        },
        isUp: () => client.isReady && subscriber.isReady && subscribed && performance.now() >= silentUntil,
        close: drained,
      };
    },
    counter(allowance) {
      const limiter = new RateLimiterRedis({
        storeClient: { eval: (...asked: Parameters<typeof client.eval>) => patiently(() => client.eval(...asked)) },
        useRedisPackage: true,
        keyPrefix: `parley:${allowance.name}`,
        points: allowance.points,
        duration: allowance.seconds,
      });
      return sharedCounter(limiter, own(allowance));
    },
    async close() {
      if (subscriber.isOpen) subscriber.destroy();
      if (client.isOpen) client.destroy();
    },
  };
}

/** Connects to Redis once; rejects if it cannot be reached, or refuses the credentials. */
export async function tryRedis(url: string): Promise<void> {
  const client = createClient({ url, socket: { connectTimeout: connectMs, reconnectStrategy: false } });
  client.on('error', ignored);
  try {
    await within(
      2 * connectMs,
      client.connect().then(() => client.ping()),
    );
  } finally {
    client.destroy();
  }
}

/** Retries until the client is closed. */
const connect = (client: { connect(): Promise<unknown> }): void => void client.connect().catch(ignored);

/** The error handler of the client already logs the outage. */
const ignored = (): void => {};
