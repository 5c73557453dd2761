import { createClient } from 'redis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { coalescing, decode, type Bus } from './events/bus.ts';
import { windowSeconds } from './http/admission/rate-limit.ts';
import type { Head } from './store/heads.ts';

const channel = 'parley:wake';
const connectMs = 2_000;

export interface Redis {
  bus(wake: (head: Head) => void): Promise<Bus>;
  limiter(points: number): RateLimiterAbstract;
  close(): Promise<void>;
}

/** Redis only helps: while it is away, wake-ups are repaired by the sweep and each process counts for itself. */
export async function openRedis(url: string, failed: (error: unknown) => void): Promise<Redis> {
  // Without the queue a command fails at once while Redis is away, instead of holding up whoever asked.
  const client = createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: connectMs } });
  const subscriber = client.duplicate({ disableOfflineQueue: false });
  client.on('error', failed);
  subscriber.on('error', failed);
  await client.connect();

  return {
    async bus(wake) {
      await subscriber.connect();
      await subscriber.subscribe(channel, (payload) => decode(payload).forEach(wake));
      const { publish, drained } = coalescing((payload) => client.publish(channel, payload), failed);
      return { publish, close: drained };
    },
    limiter: (points) =>
      new RateLimiterRedis({
        storeClient: client,
        useRedisPackage: true,
        keyPrefix: 'parley:rate',
        points,
        duration: windowSeconds,
        insuranceLimiter: new RateLimiterMemory({ points, duration: windowSeconds }),
      }),
    async close() {
      if (subscriber.isOpen) subscriber.destroy();
      if (client.isOpen) client.destroy();
    },
  };
}
