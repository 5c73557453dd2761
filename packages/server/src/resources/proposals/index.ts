import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { proposals as proposalsTable } from './table.ts';
import { proposedChanges } from './changes-table.ts';
import { proposalStore } from './queries.ts';

export const proposals = serverResource({
  operations,
  tables: { proposals: proposalsTable, proposedChanges },
  queries: ({ reads }) => ({ proposals: proposalStore(reads) }),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    proposals: ReturnType<typeof proposalStore>;
  }
}
