import type { Instant } from './instant.ts';

/** A space, without what it contains. Each resource adds the settings that it reads. */
export interface Space {
  readonly spaceId: string;
  readonly ownerId: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly end?: { readonly at: Instant; readonly reason: 'closed' | 'expired' } | undefined;
  /** It is being moved to another server: nothing can be read or written, and time changes nothing. */
  readonly isLeaving?: boolean | undefined;
  readonly paused?: Pause | undefined;
}

/** Until it ends, agents change nothing, and time ends nothing except the space itself. */
export interface Pause {
  readonly by: string;
  readonly at: Instant;
  readonly reason?: string | undefined;
}

/** Whether it was closed or has expired. */
export const isOver = (space: Pick<Space, 'end' | 'expiresAt'>, now: Instant): boolean =>
  space.end !== undefined || now >= space.expiresAt;
