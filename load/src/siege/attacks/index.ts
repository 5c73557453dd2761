import type { Attack, Planned } from '../attacker.ts';
import { bodies } from './bodies.ts';
import { connections } from './connections.ts';
import { credentials } from './credentials.ts';
import { deliveries } from './deliveries.ts';
import { histories } from './histories.ts';
import { unread } from './unread.ts';

const calm: Planned = { does: 'No attack: the baseline for the others.', seconds: 2, holds: true };
const planned = { calm, ...bodies, ...histories, ...connections, ...credentials, ...deliveries, ...unread };

/** In the order in which they run. */
export const attacks: readonly Attack[] = Object.entries<Planned>(planned).map(([name, attack]) => ({
  ...{ name, seconds: 6, space: {} },
  ...attack,
}));
