import type { z } from 'zod';
import type { Instant } from '../../kernel/instant.ts';
import type { Lease } from '../../kernel/lease.ts';
import type { Expects } from '../messages/entity.ts';
import type { deliveryOutcome } from './views.ts';
import type { deliveryState } from '../messages/views.ts';

export type DeliveryState = z.output<typeof deliveryState>;

export type DeliveryOutcome = z.output<typeof deliveryOutcome>;

/** What became of a directed message for one of its addressees. Not a part of the state: a space can have many. */
export interface Delivery {
  readonly deliveryId: string;
  readonly messageId: string;
  /** Sequence of the message; assigned when it is stored. */
  readonly sequence?: number | undefined;
  readonly senderId: string;
  /** The addressee. */
  readonly participantId: string;
  readonly expects: Expects;
  readonly state: DeliveryState;
  readonly outcome?: DeliveryOutcome | undefined;
  readonly note?: string | undefined;
  /** How many times it was claimed. */
  readonly attempt: number;
  /** When it was last claimed: the sender who was not served for the longest time is next. */
  readonly claimedAt?: Instant | undefined;
  readonly lease?: Lease | undefined;
  readonly createdAt: Instant;
  readonly endedAt?: Instant | undefined;
  /** Increases with each stored change; 0 before the first. */
  readonly version: number;
}
