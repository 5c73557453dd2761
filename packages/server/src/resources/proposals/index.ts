import { serverResource } from '../../engine/resource.ts';
import { endOfProposal, proposalsFor } from './caught.ts';
import { exportedProposals } from './export.ts';
import * as operations from './operations.ts';
import { proposals as proposalsTable } from './table.ts';
import { proposedChanges } from './changes-table.ts';
import { proposalStore } from './queries.ts';

export const proposals = serverResource({
  operations,
  tables: { proposals: proposalsTable, proposedChanges },
  queries: ({ reads }) => ({ proposals: proposalStore(reads) }),
  todo: { proposals: proposalsFor },
  decided: { proposal: endOfProposal },
  exports: { proposal: { of: 'artifact', lines: exportedProposals } },
});

declare module '../../engine/environment.ts' {
  interface Environment {
    proposals: ReturnType<typeof proposalStore>;
  }
}
