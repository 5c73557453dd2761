import { write } from './define.ts';

export const createInvitation = write<'createInvitation'>(({ state, env }) => {
  const { spaceId } = state.space;
  const invitationId = env.mint.id();
  const { key, hash } = env.mint.key('invitation', spaceId, invitationId);
  const page = `${env.publicUrl}/space/${spaceId}/${key}`;
  return {
    changes: { invitations: [{ invitationId, keyHash: hash }] },
    answer: { humanLink: page, agentLink: `${page}/.well-known/agent.md`, publicInvitationKey: key },
  };
});
