import { z } from 'zod';
import type { Instant } from './instant.ts';
import { defaultLeaseSeconds, maxLeaseSeconds, minLeaseSeconds } from './lease-limits.ts';
import { id } from './schemas.ts';

/** Of a delivery or a task. */
export interface Lease {
  readonly leaseId: string;
  readonly expiresAt: Instant;
}

export const leaseSeconds = z
  .int()
  .min(minLeaseSeconds)
  .max(maxLeaseSeconds)
  .default(defaultLeaseSeconds)
  .meta({ description: 'Duration of the lease in seconds' });

export const leaseId = id.optional().meta({ description: 'The lease that you hold; without it, the lease in force' });
