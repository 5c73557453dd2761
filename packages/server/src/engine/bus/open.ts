import type { Logger } from 'pino';
import type { OpenCounter } from '../limits/counter.ts';
import type { Database } from '../store/database.ts';
import type { Head } from '../store/heads.ts';
import { localBus, postgresBus, type Bus, type BusListener } from './bus.ts';
import type { Redis } from './redis.ts';

/** Loads the client only if it is needed. `own` counts while Redis does not. */
export async function redisAt(url: string | undefined, log: Logger, own: OpenCounter): Promise<Redis | undefined> {
  return url === undefined ? undefined : (await import('./redis.ts')).openRedis(url, log, own);
}

/** Over Redis or NATS if one is configured, otherwise over PostgreSQL. The embedded database has only one process. */
export async function busFor(
  database: Database,
  { redis, natsUrl, log }: { redis: Redis | undefined; natsUrl: string | undefined; log: Logger },
  notify: (head: Head) => void,
  listener: BusListener,
): Promise<Bus> {
  if (redis) return redis.bus(notify);
  if (natsUrl !== undefined) return (await import('./nats.ts')).natsBus(natsUrl, notify, log);
  if (!database.notifier) return localBus;
  const knock = (channel: string, payload: string) => database.background.query('select pg_notify($1, $2)', [channel, payload]);
  return postgresBus(database.notifier, notify, { ...listener, knock });
}
