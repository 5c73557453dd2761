import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { logStore } from './queries.ts';

export const log = serverResource({ operations, queries: ({ querying }) => ({ pastEvents: logStore(querying) }) });

declare module '../../engine/environment.ts' {
  interface Environment {
    pastEvents: ReturnType<typeof logStore>;
  }
}
