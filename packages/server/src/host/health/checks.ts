import type { Bus } from '../../engine/bus/bus.ts';
import type { WorkerGroup } from '../group/member.ts';
import type { Database } from '../../engine/store/database.ts';
import type { Check } from './readiness.ts';

/** What `/api/ready` checks. A line here is all that another check needs. */
export function checksOf(
  { isMigrated, disk }: Pick<Database, 'isMigrated' | 'disk'>,
  { isUp }: Pick<Bus, 'isUp'>,
  group?: Pick<WorkerGroup, 'isComplete'>,
): Record<string, Check> {
  return {
    database: async () => {
      await isMigrated();
      return 'ok';
    },
    // Fails if an older backup was restored under a running server.
    migrations: async () => ((await isMigrated()) ? 'ok' : 'failed'),
    // Without notifications, messages of other processes arrive up to a second later.
    bus: async () => (isUp() ? 'ok' : 'degraded'),
    // Writes are refused, reads are not.
    disk: async () => (disk.isBelow ? 'degraded' : 'ok'),
    // The others serve meanwhile.
    ...(group && { workers: async () => (group.isComplete() ? 'ok' : 'degraded') }),
  };
}
