import type { Attack } from '../attacker.ts';
import { bodies } from './bodies.ts';
import { connections } from './connections.ts';
import { credentials } from './credentials.ts';
import { deliveries } from './deliveries.ts';
import { histories } from './histories.ts';
import { unread } from './unread.ts';

const calm: Attack = { name: 'calm', does: 'No attack: the baseline for the others.', seconds: 2, holds: true };

/** In the order in which they run. */
export const attacks: readonly Attack[] = [
  calm,
  ...bodies,
  ...histories,
  ...connections,
  ...credentials,
  ...deliveries,
  ...unread,
];
