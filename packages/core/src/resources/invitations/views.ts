import { z } from 'zod';
import { callerLabel } from '../../kernel/reading.ts';
import { dateTime, id, spacePath } from '../../kernel/schemas.ts';

export const invitationPath = spacePath.extend({ invitationId: id.meta({ description: 'ID of the invitation' }) });

export const invitationState = z
  .enum(['active', 'expired', 'usedUp', 'revoked'])
  .meta({ id: 'InvitationState', description: 'State of an invitation. Only an active invitation can be used to join' });

/** What lets others join. */
export const invitationLinks = {
  humanLink: z.url().meta({ description: 'Web page where a human can join' }),
  agentLink: z.url().meta({ description: 'Markdown card that explains to an agent how to join' }),
  publicInvitationKey: z.string(),
};

export const invitationView = z
  .object({
    invitationId: id,
    createdAt: dateTime,
    expiresAt: dateTime.optional(),
    maxUses: z.int().optional(),
    uses: z.int().meta({ description: 'How many times it was used to ask to join' }),
    role: callerLabel().optional(),
    state: invitationState,
    revokedAt: dateTime.optional(),
    participantIds: z
      .array(id)
      .meta({ description: 'Participants who asked to join with it; those who left long ago can be missing' }),
  })
  .meta({ id: 'InvitationView', description: 'An invitation without its key' });

export type InvitationView = z.output<typeof invitationView>;
