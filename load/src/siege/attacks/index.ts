import type { Attack } from './attack.ts';
import { batches, bodies } from './bodies.ts';
import { connections } from './connections.ts';
import { creations, credentials, mintedKeys } from './credentials.ts';
import { deliveries } from './deliveries.ts';
import { histories } from './histories.ts';
import { unread, unreadForLong } from './unread.ts';

const calm: Attack = { name: 'calm', does: 'No attack: the baseline for the others.', seconds: 2, holds: true };

/** In the order in which they run. */
export const attacks: readonly Attack[] = [
  calm,
  ...batches,
  ...unread,
  ...histories,
  mintedKeys,
  ...bodies,
  ...connections,
  ...credentials,
  ...creations,
  ...deliveries,
  unreadForLong,
];
