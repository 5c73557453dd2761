import { timingSafeEqual } from 'node:crypto';
import type { Holder, SpaceState } from '@parley/core';
import type { Credential } from './keys.ts';

/** The holder of a key in this state of the space. */
export function holderIn(
  { holders, participants, invitations }: SpaceState,
  { hash, from }: Pick<Credential, 'hash' | 'from'>,
): Holder {
  const id = holders.get(hash) ?? '';
  const participant = participants.get(id);
  if (participant && same(participant.keyHash, hash)) return { kind: 'participant', participant };
  if (participant?.formerKeyHashes.some((former) => same(former, hash))) return { kind: 'former', participant };
  const invitation = invitations.get(id);
  if (invitation && same(invitation.keyHash, hash)) return { kind: 'invitation', invitation };
  return { kind: 'unknown', from };
}

const same = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));
