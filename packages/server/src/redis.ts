import { createClient } from 'redis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { coalescing, decode, type Bus } from './events/bus.ts';
import { limiterInMemory, type OpenLimiter } from './limiter.ts';
import type { Head } from './store/heads.ts';

const channel = 'parley:wake';
const connectMs = 2_000;

export interface Redis {
  bus(wake: (head: Head) => void): Promise<Bus>;
  limiter: OpenLimiter;
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
    limiter: (allowance) =>
      new RateLimiterRedis({
        storeClient: client,
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
