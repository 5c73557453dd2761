import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { linkStore } from './queries.ts';

const dayMs = 86_400_000;

export const links = serverResource({
  operations,
  queries: ({ reads, slots: [writes] }) => ({ links: linkStore(reads, writes!) }),
  upkeep: ({ links }: { links: ReturnType<typeof linkStore> }) => ({
    expired: [(now, limit) => links.removeExpired(now - dayMs, limit)],
  }),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    links: ReturnType<typeof linkStore>;
  }
}
