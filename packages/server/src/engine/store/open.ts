import type { Database } from './database.ts';
import { deploymentStore } from './deployment.ts';
import { eventStore } from './events.ts';
import { headStore } from './heads.ts';
import { idempotencyStore } from './idempotency.ts';
import { nameStore } from './names.ts';
import { overStore } from './over.ts';
import { spaceStore } from './spaces.ts';
import type { Tables } from './tables.ts';

/** The queries of the engine itself. */
export const openStores = ({ isDistributed, reads, background }: Database, tables: Tables) => ({
  deployment: deploymentStore(reads),
  events: eventStore(reads),
  heads: headStore(reads),
  idempotency: idempotencyStore(reads, background, isDistributed),
  names: nameStore(background, tables),
  over: overStore(background, tables),
  spaces: spaceStore(reads, background, tables),
});
