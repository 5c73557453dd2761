import { ServiceError, type Invitation, type OutputOf } from '@parley/core';
import { credentialOf } from '../../auth/keys.ts';
import type { Parley } from '../../parley.ts';
import type { Json } from '../../present/json.ts';

export interface InvitedSpace extends OutputOf<'getSpace'> {
  invitation: Invitation;
}

/** The space as those see it who hold an invitation; any other key is refused, since these addresses are for sharing. */
export async function invitedSpace(parley: Parley, spaceId: string, invitationKey: string): Promise<InvitedSpace> {
  const input = parley.contract.getSpace.input.parse({ spaceId });
  const credential = credentialOf(invitationKey);
  const { answer } = await parley.pipeline.run('getSpace', input, { credential });
  const invitation = await parley.invitation(input.spaceId, credential);
  if (!invitation) throw new ServiceError('key_wrong_type', 'This needs an invitation key');
  return { ...(answer as Json<OutputOf<'getSpace'>>).toJSON(), invitation };
}
