import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { memberships } from './memberships-table.ts';
import { accountsIn } from '../../account/accounts.ts';
import { directoryIn } from '../../account/directory.ts';
import { ending, type EndingParts } from './ending.ts';
import { endingStore } from './ending-queries.ts';
import { membershipStore } from './memberships.ts';
import { userTokenStore } from '../../account/user-tokens.ts';
import { userStore } from '../../account/users.ts';

export interface AccountQueries {
  accounts: ReturnType<typeof accountsIn>;
  users: ReturnType<typeof userStore>;
}

export const account = serverResource({
  operations,
  tables: { memberships },
  queries: ({ reads, querying, background, slots: [writes] }) => ({
    accounts: accountsIn(reads),
    directory: directoryIn(querying),
    endings: endingStore(background),
    memberships: membershipStore(reads),
    tokens: userTokenStore(reads, writes!),
    users: userStore(reads),
  }),
  upkeep: ({ accounts, users, ...parts }: AccountQueries & EndingParts, options) => ({
    repeated: [ending(parts, options)],
    expired: [(now, limit) => accounts.removeExpired(new Date(now), limit), (now) => users.removeForgotten(now)],
  }),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    memberships: ReturnType<typeof membershipStore>;
    tokens: ReturnType<typeof userTokenStore>;
  }
}
