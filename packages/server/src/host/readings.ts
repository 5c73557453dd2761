import type { Instant } from '@parley/core';
import { repeat } from '../engine/async/repeat.ts';
import type { Config } from '../config.ts';
import type { Feed } from '../engine/stream/feed.ts';
import { transports } from '../engine/stream/follower.ts';
import type { Meter } from '../engine/observe/meter.ts';
import type { Committer } from '../engine/write/committer.ts';
import type { Database } from '../engine/store/database.ts';
import type { measureStore } from '../engine/store/measures.ts';
import type { startSweep } from '../engine/schedule/sweep.ts';
import type { Upkeep } from '../engine/schedule/upkeep.ts';
import { version } from '../version.ts';

interface MeasuredParts {
  config: Pick<Config, 'PARLEY_MAX_STREAMS' | 'PARLEY_MAX_CONNECTIONS'>;
  database: Pick<Database, 'disk' | 'pools'>;
  measures: ReturnType<typeof measureStore>;
  /** Of the resources. */
  upkeep: readonly Pick<Upkeep, 'ages' | 'counts'>[];
  committer: Pick<Committer, 'waiting'>;
  feed: Pick<Feed, 'listeners' | 'watched'>;
  sweep: Pick<ReturnType<typeof startSweep>, 'lateMs'>;
  everyMs: number;
  now(): Instant;
  failed(error: unknown): void;
}

/**
 * What is read whenever somebody asks for the metrics. Nobody who asks waits for the database: a task measures it, and what it could
 * not measure is unknown.
 */
export function startReadings(meter: Meter, measured: MeasuredParts): { stop(): Promise<void> } {
  const { config, database, measures, upkeep, committer, feed, sweep, everyMs, now, failed } = measured;
  const ages = upkeep.flatMap((each) => each.ages ?? []);
  const counts = upkeep.flatMap((each) => each.counts ?? []);
  let bytes = Number.NaN;
  /** Undefined if there is none, NaN if unknown. */
  let oldest: readonly (Instant | undefined)[] = ages.map(() => Number.NaN);
  let numbers: readonly number[] = counts.map(() => Number.NaN);

  meter.gauge('parley_build_info', () => [[1, [version]]]);
  meter.gauge('parley_connections_limit', () => config.PARLEY_MAX_CONNECTIONS);
  meter.gauge('parley_streams_limit', () => config.PARLEY_MAX_STREAMS);
  meter.gauge('parley_waiting_writes', () => committer.waiting);
  meter.gauge('parley_followed_spaces', () => feed.watched.length);
  meter.gauge('parley_open_streams', () => {
    const { listeners } = feed;
    return transports.map((transport) => [listeners.get(transport) ?? 0, [transport]]);
  });
  meter.gauge('parley_database_statements', () => database.pools.map(({ name, running }) => [running(), [name]]));
  meter.gauge('parley_database_connections', () => database.pools.map(({ name, connections }) => [connections, [name]]));
  meter.gauge('parley_storage_full', () => Number(database.disk.isBelow));
  meter.gauge('parley_storage_bytes', () => bytes);
  for (const [i, { metric }] of ages.entries()) meter.gauge(metric, () => Math.max(0, now() - (oldest[i] ?? now())) / 1000);
  for (const [i, { metric }] of counts.entries()) meter.gauge(metric, () => numbers[i]!);
  meter.gauge('parley_sweep_delay_seconds', () => sweep.lateMs().map(([name, ms]) => [ms / 1000, [name]]));

  async function measure(): Promise<void> {
    const known = <T>(asked: Promise<T>): Promise<T | number> =>
      asked.catch((error: unknown) => {
        failed(error);
        return Number.NaN;
      });
    [bytes, oldest, numbers] = await Promise.all([
      known(measures.bytes()),
      Promise.all(ages.map((age) => known(age.oldest(now())))),
      Promise.all(counts.map(({ count }) => known(count(now())))),
    ]);
  }
  return repeat({ everyMs, work: measure, failed });
}
