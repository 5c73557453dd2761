import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { wakes as wakesTable } from './table.ts';
import { signals } from './signals-table.ts';
import { wakeStore } from './queries.ts';
import { outboxStore } from './outbox-queries.ts';
import { webhooks } from './webhooks-table.ts';
import { webhookStore, type WebhookStore } from './webhook-queries.ts';

export const wakes = serverResource({
  operations,
  tables: { wakes: wakesTable, signals, webhooks },
  queries: (database) => ({
    wakes: wakeStore(database.reads),
    outbox: outboxStore(database.background, database.isDistributed),
    webhooks: webhookStore(database),
  }),
  upkeep: ({ webhooks }: { webhooks: WebhookStore }) => ({ expired: [webhooks.removeExpired] }),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    wakes: ReturnType<typeof wakeStore>;
  }
}
