import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { memberships } from './memberships-table.ts';
import { accountsIn } from '../../account/accounts.ts';
import { membershipStore } from './memberships.ts';
import { userTokenStore } from '../../account/user-tokens.ts';
import { userStore } from '../../account/users.ts';

export const account = serverResource({
  operations,
  tables: { memberships },
  queries: ({ reads, slots: [writes] }) => ({
    accounts: accountsIn(reads),
    memberships: membershipStore(reads),
    tokens: userTokenStore(reads, writes!),
    users: userStore(reads),
  }),
  upkeep: ({ accounts }: { accounts: ReturnType<typeof accountsIn> }) => ({
    expired: [(now, limit) => accounts.removeExpired(new Date(now), limit)],
  }),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    memberships: ReturnType<typeof membershipStore>;
    tokens: ReturnType<typeof userTokenStore>;
  }
}
