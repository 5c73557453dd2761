import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { catchUpStore } from './queries.ts';

export const catchUp = serverResource({
  operations,
  queries: ({ reads }) => ({ catchUp: catchUpStore(reads) }),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    catchUp: ReturnType<typeof catchUpStore>;
  }
}
