import { serverResource } from '../../engine/resource.ts';
import { exportedArtifacts } from './export.ts';
import * as operations from './operations.ts';
import { artifacts as artifactsTable } from './table.ts';
import { versions } from './versions-table.ts';
import { artifactStore } from './queries.ts';
import { searchedArtifacts } from './search.ts';
import { views } from './present.ts';

export const artifacts = serverResource({
  operations,
  tables: { artifacts: artifactsTable, versions },
  queries: ({ reads, querying }) => ({ artifacts: artifactStore(reads, querying) }),
  views,
  exports: { artifact: { lines: exportedArtifacts } },
  searches: { artifacts: searchedArtifacts },
  upkeep: ({ artifacts }: { artifacts: ReturnType<typeof artifactStore> }) => ({
    due: [{ name: 'locks', everyMs: 1_000, find: artifacts.spacesWithLocksDue }],
  }),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    artifacts: ReturnType<typeof artifactStore>;
  }
}
