import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { wakes as wakesTable } from './table.ts';
import { signals } from './signals-table.ts';
import { wakeStore } from './queries.ts';
import { outboxStore } from './outbox-queries.ts';

export const wakes = serverResource({
  operations,
  tables: { wakes: wakesTable, signals },
  queries: ({ reads, background, isDistributed }) => ({
    wakes: wakeStore(reads),
    outbox: outboxStore(background, isDistributed),
  }),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    wakes: ReturnType<typeof wakeStore>;
  }
}
