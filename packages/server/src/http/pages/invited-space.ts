import { ServiceError, type OutputOf } from '@parley/core';
import { credentialOf } from '../../auth/keys.ts';
import type { Parley } from '../../parley.ts';
import type { Json } from '../../present.ts';

export type InvitedSpace = OutputOf<'getSpace'>;

/** The space as those see it who hold an invitation; any other key is refused, since these addresses are for sharing. */
export async function invitedSpace(parley: Parley, spaceId: string, invitationKey: string): Promise<InvitedSpace> {
  const input = parley.contract.getSpace.input.parse({ spaceId });
  const credential = credentialOf(invitationKey);
  const { answer } = await parley.pipeline.run('getSpace', input, { credential });
  if (!(await parley.invited(input.spaceId, credential)))
    throw new ServiceError('key_wrong_type', 'This needs an invitation key');
  return (answer as Json<InvitedSpace>).toJSON();
}
