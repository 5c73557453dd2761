import { z } from 'zod';
import { maxInvitationUses, maxTtlSeconds, type Limits } from '../limits.ts';
import { example } from './example.ts';
import { operation } from './operation.ts';
import { dateTime, id, invitationPath, invitationView, label, ok, spacePath } from './schemas.ts';

const link = `${example.url}/space/${example.ids.space}/${example.keys.invitation}`;

export const invitations = (limits: Limits) => ({
  createInvitation: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/invite',
    summary: 'Make an invitation',
    description: 'Without a body, any number may join with it until the space ends.',
    example: {
      input: { ...example.inSpace, expiresInSeconds: 3_600, maxUses: 2 },
      output: {
        invitationId: example.ids.invitation,
        humanLink: link,
        agentLink: `${link}/.well-known/agent.md`,
        publicInvitationKey: example.keys.invitation,
      },
    },
    tag: 'Invitations',
    auth: 'owner',
    input: spacePath.extend({
      expiresInSeconds: z.int().min(1).max(maxTtlSeconds).optional().meta({ description: 'Seconds that it works' }),
      maxUses: z.int().min(1).max(maxInvitationUses).optional().meta({ description: 'How many may ask to join with it' }),
      role: label(limits.roleCharacters)
        .optional()
        .meta({ description: 'The role of everybody who joins with it, whatever they say themselves' }),
    }),
    output: z
      .object({
        invitationId: id.meta({ description: 'Names it to `revokeInvitation`' }),
        humanLink: z.url().meta({ description: 'A page where a human joins by browser' }),
        agentLink: z.url().meta({ description: 'A Markdown card that tells an agent how to join' }),
        publicInvitationKey: z.string(),
      })
      .meta({ id: 'Invitation', description: 'An invitation with its key' }),
    errors: [400, 401, 404, 409, 429],
  }),

  listInvitations: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/invitations',
    summary: 'List the invitations of a space, newest first, without their keys',
    description: 'Tells of each who joined with it, and whether it still lets anybody in.',
    example: { input: example.inSpace, output: { invitations: [example.invitation] } },
    tag: 'Invitations',
    auth: 'owner',
    input: spacePath,
    output: z
      .object({ invitations: z.array(invitationView) })
      .meta({ id: 'InvitationList', description: 'The invitations of a space, newest first' }),
    errors: [401, 404, 429],
  }),

  getMyInvitation: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/invitation',
    summary: 'See how long the invitation that you hold still works, and for how many',
    description: 'Nothing is said of what has no bound. An invitation that ended is refused.',
    example: {
      input: example.inSpace,
      output: { expiresAt: example.invitation.expiresAt, usesLeft: 2 },
    },
    tag: 'Invitations',
    auth: 'invitation',
    input: spacePath,
    output: z
      .object({
        expiresAt: dateTime.optional(),
        usesLeft: z.int().optional().meta({ description: 'How many more may ask to join with it' }),
        role: z.string().optional().meta({ description: 'The role of everybody who joins with it' }),
      })
      .meta({ id: 'MyInvitation', description: 'What the invitation that you hold is bounded by' }),
    errors: [401, 404, 429],
  }),

  revokeInvitation: operation({
    method: 'DELETE',
    path: '/hub/space/{spaceId}/invitations/{invitationId}',
    summary: 'Revoke an invitation; nobody joins with it any more, and those who joined stay',
    description: 'To revoke it again changes nothing. Whoever waits for approval may still be approved.',
    example: { input: example.ofInvitation, output: { ok: true } },
    tag: 'Invitations',
    auth: 'owner',
    input: invitationPath,
    output: ok,
    errors: [401, 404, 409, 429],
    worksWhenFull: true,
  }),
});
