import { isGone, type Contract, type SpaceState } from '@parley/core';
import { holderIn } from '../../engine/keys/caller.ts';
import type { Identity } from '../../account/identity.ts';
import type { Credential } from '../../engine/keys/keys.ts';
import type { UnknownKeys } from '../../engine/keys/unknown-keys.ts';
import type { Snapshots } from '../../engine/read/snapshots.ts';

/** What identifies a client. */
export interface Asked {
  readonly credential: Credential | undefined;
  readonly headers: { readonly authorization?: string | undefined };
  /** The parameters of its path. */
  readonly params: unknown;
}

export interface Known {
  contract: Contract;
  snapshots: Snapshots;
  unknownKeys: UnknownKeys;
  identity: Identity;
}

/** The client that a request counts for: a valid key, the user of a session, otherwise the address. */
export function clientsIn({ contract, snapshots, unknownKeys, identity }: Known) {
  const { spaceId: idSchema } = contract.getSpace.input.shape;

  return ({ credential, headers, params }: Asked, address: string): string | Promise<string> => {
    if (!credential) return headers.authorization === undefined ? ofAddress(address) : userOf(headers.authorization, address);
    // An argument of a tool can be anything.
    const { spaceId: given } = (params ?? {}) as { spaceId?: unknown };
    const spaceId = typeof given === 'string' ? given.toLowerCase() : '';
    const state = snapshots.peek(spaceId)?.state;
    return state ? nameOf(state, credential, address) : loaded(spaceId, credential, address);
  };

  /** Loads the space, which is rarely necessary; the operation itself needs it too. */
  async function loaded(spaceId: string, credential: Credential, address: string): Promise<string> {
    const mayExist = idSchema.safeParse(spaceId).success && !unknownKeys.refusalOf(spaceId, credential);
    const snapshot = mayExist ? await snapshots.atLeast(spaceId, 0) : undefined;
    return snapshot ? nameOf(snapshot.state, credential, address) : ofAddress(address);
  }

  async function userOf(authorization: string, address: string): Promise<string> {
    const user = await identity.session({ authorization }).catch(() => undefined);
    return user ? `user ${user.userId}` : ofAddress(address);
  }
}

const ofAddress = (address: string): string => `address ${address}`;

/** Many callers share an invitation key: one of them must not use up the limit of the others. */
function nameOf(state: SpaceState, credential: Credential, address: string): string {
  const holder = holderIn(state, credential);
  if (holder.kind === 'invitation') return `key ${credential.hash} ${address}`;
  // A new key of the same participant must not start a new count.
  return holder.kind === 'participant' && !isGone(holder.participant)
    ? `participant ${holder.participant.participantId}`
    : ofAddress(address);
}
