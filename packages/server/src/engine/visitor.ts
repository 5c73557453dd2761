import type { SpeakerClass } from '@parley/core';
import type { users } from './store/schema.ts';

export type User = typeof users.$inferSelect;

/** A user, and the token that proved it, unless it was a session. */
export interface UserLink {
  userId: string;
  tokenId?: string;
}

/** What the optional credentials of a caller prove. */
export interface Visitor {
  /** Whose dashboard the result is linked to. */
  link: UserLink | undefined;
  /** The speaker class of a participant who joins now. */
  speaker: Exclude<SpeakerClass, 'owner'>;
}

export const stranger: Visitor = { link: undefined, speaker: 'guest' };
