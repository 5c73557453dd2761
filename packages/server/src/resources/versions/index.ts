import { serverResource } from '../../engine/resource.ts';
import { exportedVersions } from './export.ts';
import * as operations from './operations.ts';
import { versionStore } from './queries.ts';

export const versions = serverResource({
  operations,
  queries: ({ reads }) => ({ versions: versionStore(reads) }),
  exports: { version: { of: 'artifact', lines: exportedVersions } },
});

declare module '../../engine/environment.ts' {
  interface Environment {
    versions: ReturnType<typeof versionStore>;
  }
}
