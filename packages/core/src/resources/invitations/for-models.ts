import type { ResourceForModels } from '../../kernel/for-models.ts';

export const forModels = {
  selfEvident: ['invitationId'],
  link: { name: 'the link of an invitation', argument: 'The link of the invitation' },
  meetings: { inviting: 'Create an invitation with create_invitation and show me both links for the participants.' },
} as const satisfies ResourceForModels;
