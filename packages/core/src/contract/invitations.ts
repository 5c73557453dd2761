import { z } from 'zod';
import { maxInvitationUses, maxTtlSeconds, type Limits } from '../limits.ts';
import { operation } from './operation.ts';
import { dateTime, id, invitationPath, invitationView, label, ok, spacePath } from './schemas.ts';

export const invitations = (limits: Limits) => ({
  createInvitation: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/invite',
    summary: 'Make an invitation',
    description: 'Without a body, any number may join with it until the space ends.',
    tag: 'Invitations',
    auth: 'owner',
    input: spacePath.extend({
      expiresInSeconds: z.int().min(1).max(maxTtlSeconds).optional(),
      maxUses: z.int().min(1).max(maxInvitationUses).optional().meta({ description: 'How many may ask to join with it' }),
      role: label(limits.roleCharacters).optional().meta({ description: 'The role of everybody who joins with it' }),
    }),
    output: z
      .object({
        invitationId: id,
        humanLink: z.url().meta({ description: 'A page to join by browser' }),
        agentLink: z.url().meta({ description: 'A Markdown card that tells an agent how to join' }),
        publicInvitationKey: z.string(),
      })
      .meta({ id: 'Invitation' }),
    errors: [400, 401, 404, 409, 429],
  }),

  listInvitations: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/invitations',
    summary: 'List the invitations of a space, newest first, without their keys',
    tag: 'Invitations',
    auth: 'owner',
    input: spacePath,
    output: z.object({ invitations: z.array(invitationView) }),
    errors: [401, 404, 429],
  }),

  getMyInvitation: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/invitation',
    summary: 'How long the invitation that you hold still works, and for how many',
    tag: 'Invitations',
    auth: 'invitation',
    input: spacePath,
    output: z
      .object({
        expiresAt: dateTime.optional(),
        usesLeft: z.int().optional().meta({ description: 'How many more may ask to join with it' }),
        role: z.string().optional().meta({ description: 'The role of everybody who joins with it' }),
      })
      .meta({ id: 'MyInvitation' }),
    errors: [401, 404, 429],
  }),

  revokeInvitation: operation({
    method: 'DELETE',
    path: '/hub/space/{spaceId}/invitations/{invitationId}',
    summary: 'Revoke an invitation; nobody joins with it any more, and those who joined stay',
    tag: 'Invitations',
    auth: 'owner',
    input: invitationPath,
    output: ok,
    errors: [401, 404, 409, 429],
    worksWhenFull: true,
  }),
});
