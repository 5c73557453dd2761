import { z } from 'zod';
import { operation } from './operation.ts';
import { spacePath } from './schemas.ts';

export const invitations = () => ({
  createInvitation: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/invite',
    summary: 'Make an invitation',
    tag: 'Invitations',
    auth: 'owner',
    input: spacePath,
    output: z
      .object({
        humanLink: z.url().meta({ description: 'A page to join by browser' }),
        agentLink: z.url().meta({ description: 'A Markdown card that tells an agent how to join' }),
        publicInvitationKey: z.string(),
      })
      .meta({ id: 'Invitation' }),
    errors: [401, 404, 409, 429],
  }),
});
