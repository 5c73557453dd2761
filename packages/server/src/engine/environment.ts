import type { Limits } from '@parley/core';
import type { Mint } from './keys/keys.ts';
import type { eventStore } from './store/events.ts';
import type { EventLog } from './stream/log.ts';

/** What operations can use besides the space. Each resource adds its queries and its settings. */
export interface Environment {
  publicUrl: string;
  limits: Limits;
  mint: Mint;
  log: EventLog;
  events: Pick<ReturnType<typeof eventStore>, 'sequenceOf' | 'endOf' | 'after' | 'firstSince' | 'repeating'>;
}
