import type { OutputOf } from '@parley/core';
import { credentialOf } from '../../engine/keys/keys.ts';
import type { Parley } from '../../parley.ts';

export interface InvitedSpace extends OutputOf<'getSpace'> {
  invitation: OutputOf<'getMyInvitation'>;
}

/** The space as the holder of an invitation sees it. Any other key is refused, because these URLs are meant to be shared. */
export async function invitedSpace(parley: Parley, spaceId: string, invitationKey: string): Promise<InvitedSpace> {
  const metadata = { credential: credentialOf(invitationKey) };
  const space = await parley.perform('getSpace', { spaceId }, metadata);
  return { ...space, invitation: await parley.perform('getMyInvitation', { spaceId }, metadata) };
}
