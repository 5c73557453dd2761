import { accountsIn } from './accounts.ts';
import { artifactStore } from './artifacts.ts';
import { catchUpStore } from './catch-up.ts';
import type { Database } from './database.ts';
import { deliveryStore } from './deliveries.ts';
import { deploymentStore } from './deployment.ts';
import { eventStore } from './events.ts';
import { fileBytesIn } from './file-bytes.ts';
import { fileStore } from './files.ts';
import { headStore } from './heads.ts';
import { idempotencyStore } from './idempotency.ts';
import { linkStore } from './links.ts';
import { membershipStore } from './memberships.ts';
import { outboxStore } from './outbox.ts';
import { presenceStore } from './presence.ts';
import { proposalStore } from './proposals.ts';
import { spaceStore } from './spaces.ts';
import type { Tables } from './tables.ts';
import { taskStore } from './tasks.ts';
import { userTokenStore } from './user-tokens.ts';
import { userStore } from './users.ts';
import { versionStore } from './versions.ts';
import { wakeStore } from './wakes.ts';

/** What is stored, by noun. */
export type Stores = ReturnType<typeof storesOf>;

export const storesOf = ({ isDistributed, reads, querying, background, lanes: [writes] }: Database, tables: Tables) => ({
  accounts: accountsIn(reads),
  artifacts: artifactStore(reads),
  catchUp: catchUpStore(reads),
  deliveries: deliveryStore(reads, background),
  deployment: deploymentStore(reads),
  events: eventStore(reads),
  fileBytes: fileBytesIn(querying, background),
  files: fileStore(querying, background),
  heads: headStore(reads),
  idempotency: idempotencyStore(reads, background, isDistributed),
  links: linkStore(reads, writes!),
  memberships: membershipStore(reads),
  presence: presenceStore(reads, background),
  outbox: outboxStore(background, isDistributed),
  proposals: proposalStore(reads),
  spaces: spaceStore(reads, background, tables),
  tasks: taskStore(reads),
  tokens: userTokenStore(reads, writes!),
  users: userStore(reads),
  versions: versionStore(reads),
  wakes: wakeStore(reads),
});
