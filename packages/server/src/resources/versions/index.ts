import type { Environment } from '../../engine/environment.ts';
import { serverResource } from '../../engine/resource.ts';
import { exportedVersions } from './export.ts';
import * as operations from './operations.ts';
import { versionStore } from './queries.ts';
import { versionUpkeep } from './upkeep.ts';

export const versions = serverResource({
  operations,
  queries: ({ reads }) => ({ versions: versionStore(reads) }),
  exports: { version: { of: 'artifact', lines: exportedVersions } },
  upkeep: (env: Pick<Environment, 'versions' | 'pins' | 'retention'>, options) => versionUpkeep(env, options),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    versions: ReturnType<typeof versionStore>;
  }
}
