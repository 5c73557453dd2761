import type { Logger } from 'pino';
import { createClient } from 'redis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { coalescing, decode, type Bus } from './events/bus.ts';
import { limiterInMemory, type OpenLimiter } from './limiter.ts';
import type { Head } from './store/heads.ts';
import { NoAnswer, within } from './within.ts';

const channel = 'parley:wake';
const connectMs = 2_000;
/** Requests wait for it: whoever shares a Redis with a slow neighbour counts for itself rather than answering late. */
const answerMs = 500;
const pauseMs = 2_000;
/** Of commands that were sent and not answered. */
const longestQueue = 10_000;

export interface Redis {
  bus(wake: (head: Head) => void): Bus;
  limiter: OpenLimiter;
  close(): Promise<void>;
}

/**
 * Redis only helps: before it is there, while it is away and while it does not answer, wake-ups are repaired by the sweep and each
 * process counts for itself.
 * Connections are made, and made again, in the background.
 */
export function openRedis(url: string, log: Pick<Logger, 'info' | 'warn'>): Redis {
  // Without the queue a command fails at once while Redis is away, instead of holding up whoever asked.
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: longestQueue,
    socket: { connectTimeout: connectMs },
  });
  const subscriber = client.duplicate({ disableOfflineQueue: false });
  let isAway: boolean | undefined;
  client.on('error', (err) => {
    if (!isAway) log.warn({ err }, 'Redis cannot be reached; it will be used as soon as it can');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.info('Redis is reached');
    isAway = false;
  });
  // What keeps the one away keeps the other away.
  subscriber.on('error', ignored);
  connect(client);

  let silentUntil = -Infinity;
  /** A connected Redis that does not answer is left alone for a while, so that few callers wait for it. */
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
    bus(wake) {
      let subscribed = false;
      const subscribe = async () => {
        await subscriber.subscribe(channel, (payload) => decode(payload).forEach(wake));
        subscribed = true;
      };
      // The client subscribes again by itself what was subscribed once.
      subscriber.on('ready', () => void (subscribed || subscribe().catch(ignored)));
      connect(subscriber);
      const { publish, drained } = coalescing((payload) => patiently(() => client.publish(channel, payload)), ignored);
      return {
        publish(head) {
          if (client.isReady) publish(head);
        },
        close: drained,
      };
    },
    limiter: (allowance) =>
      new RateLimiterRedis({
        storeClient: { eval: (...asked: Parameters<typeof client.eval>) => patiently(() => client.eval(...asked)) },
        useRedisPackage: true,
        keyPrefix: `parley:${allowance.name}`,
        points: allowance.points,
        duration: allowance.seconds,
        insuranceLimiter: limiterInMemory(allowance),
      }),
    async close() {
      if (subscriber.isOpen) subscriber.destroy();
      if (client.isOpen) client.destroy();
    },
  };
}

/** Tries for as long as the client is wanted. */
const connect = (client: { connect(): Promise<unknown> }): void => void client.connect().catch(ignored);

/** The log says once that Redis is away. */
const ignored = (): void => {};
