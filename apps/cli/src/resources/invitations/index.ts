import { counted } from '@parley/core/words';
import type { Meaning } from '../../failure.ts';
import type { Resource, Source } from '../../resource.ts';

const another: Meaning = { reason: 'keyNeeded', hint: 'ask the owner of the space for a new invitation' };

const invitation: Source = async ({ space }) => {
  const invitations = await (await space()).invitations();
  return invitations
    .filter(({ state }) => state === 'active')
    .map(({ invitationId: id, role, uses }) => ({
      id,
      about: [role, `used ${counted(uses, 'time')}`].filter(Boolean).join(', '),
    }));
};

export const invitations: Resource = {
  sources: { invitation },
  failures: {
    invitation_not_found: { reason: 'notFound', hint: '`parley invitation list` shows the invitations' },
    invitation_revoked: another,
    invitation_expired: another,
    invitation_used_up: another,
  },
  synonyms: { invite: 'link share' },
};
