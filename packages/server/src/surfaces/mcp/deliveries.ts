import type { OpenWork } from '@parley/mcp';
import type { Credential } from '../../engine/keys/keys.ts';
import type { Pipeline } from '../../call/pipeline.ts';
import { dateTime } from '../../engine/present/time.ts';

/** How many open deliveries are read, oldest first; the claimed ones are among them. */
const mostListed = 20;

/** The deliveries to the holder of a key that are open; undefined if it is not known to be a participant. */
export async function openDeliveries(
  pipeline: Pick<Pipeline, 'openDeliveries' | 'oldestDeliveries'>,
  spaceId: string,
  credential: Credential,
): Promise<OpenWork | undefined> {
  const open = await pipeline.openDeliveries(spaceId, credential);
  if (!open) return open === undefined ? undefined : { queued: 0, claimed: [] };
  const oldest = await pipeline.oldestDeliveries(spaceId, credential, mostListed);
  const claimed = oldest.flatMap(({ deliveryId: id, lease }) =>
    lease ? [{ id, leaseExpiresAt: dateTime(lease.expiresAt) }] : [],
  );
  return { queued: Math.max(0, open - claimed.length), claimed };
}
