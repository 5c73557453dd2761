import { isGone, type Contract, type Holder } from '@parley/core';
import type { FastifyRequest } from 'fastify';
import { holderIn } from '../../auth/caller.ts';
import type { Identity } from '../../auth/identity.ts';
import type { Snapshots } from '../../space/snapshots.ts';

export interface Known {
  contract: Contract;
  snapshots: Snapshots;
  identity: Identity;
}

/** Whom a request counts for: a key that opens its space, the human of a session, else the address it came from. */
export function clients({ contract, snapshots, identity }: Known) {
  const { spaceId: idSchema } = contract.getSpace.input.shape;
  const spaceIn = ({ params }: FastifyRequest) => (params as { spaceId?: string } | undefined)?.spaceId?.toLowerCase();

  return {
    /** Only what is in memory already counts as a key: finding out costs a look into the database. */
    clientOf(request: FastifyRequest, address: string): string | Promise<string> {
      const { credential, headers } = request;
      if (!credential) return headers.authorization === undefined ? ofAddress(address) : userOf(headers.authorization, address);
      const state = snapshots.peek(spaceIn(request) ?? '')?.state;
      const holder = state && holderIn(state, credential);
      return nameOf(holder, credential.hash, address) ?? ofAddress(address);
    },

    async proven(request: FastifyRequest, address: string): Promise<string | undefined> {
      const { credential } = request;
      const { data: spaceId } = idSchema.safeParse(spaceIn(request));
      if (!credential || spaceId === undefined) return undefined;
      const snapshot = await snapshots.atLeast(spaceId, 0);
      if (!snapshot) return undefined;
      return nameOf(holderIn(snapshot.state, credential), credential.hash, address);
    },
  };

  async function userOf(authorization: string, address: string): Promise<string> {
    const user = await identity.session({ authorization }).catch(() => undefined);
    return user ? `user ${user.userId}` : ofAddress(address);
  }
}

const ofAddress = (address: string): string => `address ${address}`;

/** An invitation is many callers' key: one of them must not use up what the others may ask. */
function nameOf(holder: Holder | undefined, keyHash: string, address: string): string | undefined {
  if (holder?.kind === 'invitation') return `key ${keyHash} ${address}`;
  return holder?.kind === 'participant' && !isGone(holder.participant) ? `key ${keyHash}` : undefined;
}
