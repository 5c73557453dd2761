import type { MySpace } from '@parley/sdk';
import { signedInClient } from './account.ts';
import { membershipIn, remember, type Membership } from './memberships.ts';

/** Whether the account has a key to the space that works. */
const isOpen = ({ state, status }: MySpace): boolean => state === 'open' && (status === 'active' || status === 'muted');

export async function openSpaces(): Promise<readonly MySpace[]> {
  return (await (await signedInClient()).call('listMySpaces', {})).filter(isOpen);
}

/** Recovers the key of a space of the account, and remembers it in this browser. */
export async function recover({ spaceId, name, role, participantId }: MySpace): Promise<Membership> {
  const { privateKey: key } = await (await signedInClient()).call('getMySpaceKey', { spaceId });
  const { read = 0 } = membershipIn(spaceId) ?? {};
  // The room fills in the name under which they are there.
  remember({ spaceId, spaceName: name, key, participantId, name: '', isOwner: role === 'owner', read, usedAt: Date.now() });
  return membershipIn(spaceId)!;
}

/** Recovers the key of a space, if it is one of the account. */
export async function recoverIn(spaceId: string): Promise<Membership | undefined> {
  const mine = (await openSpaces()).filter((space) => space.spaceId === spaceId);
  // The service prefers the owner too, and then the latest.
  const space = mine.find(({ role }) => role === 'owner') ?? mine[0];
  return space && recover(space);
}
