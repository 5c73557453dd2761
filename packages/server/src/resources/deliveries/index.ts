import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { deliveries as deliveriesTable } from './table.ts';
import { deliveryStore } from './queries.ts';
import { deliveryUpkeep } from './upkeep.ts';

export const deliveries = serverResource({
  operations,
  tables: { deliveries: deliveriesTable },
  queries: ({ reads, background }) => ({ deliveries: deliveryStore(reads, background) }),
  upkeep: ({ deliveries }: { deliveries: ReturnType<typeof deliveryStore> }, options) => deliveryUpkeep(deliveries, options),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    deliveries: ReturnType<typeof deliveryStore>;
  }
}
