import type { ParticipantStatus } from '@parley/sdk';

export type ModerationVerb = 'approve' | 'kick' | 'mute' | 'unmute';

export interface Moderation {
  of: readonly ParticipantStatus[];
  done: string;
}

/** The statuses that each command applies to, and the message when it is done. */
export const moderations: Readonly<Record<ModerationVerb, Moderation>> = {
  approve: { of: ['waitingForApproval'], done: 'was approved' },
  kick: { of: ['waitingForApproval', 'active', 'muted'], done: 'was removed' },
  mute: { of: ['active'], done: 'was muted' },
  unmute: { of: ['muted'], done: 'was unmuted' },
};
