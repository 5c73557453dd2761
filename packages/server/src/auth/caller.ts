import { timingSafeEqual } from 'node:crypto';
import type { Holder, SpaceState } from '@parley/core';
import type { Credential } from './keys.ts';

type FindInvitation = (spaceId: string, keyHash: string) => Promise<string | undefined>;

const same = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const participantHolder = (state: SpaceState, credential: Credential): Holder | undefined => {
  const participant = state.participants.get(state.holders.get(credential.hash) ?? '');
  return participant && same(participant.keyHash, credential.hash) ? { kind: 'participant', participant } : undefined;
};

/** Whose invitation a key is. Invitations never change, so what was found once holds as long as the space does. */
export class Invitations {
  readonly #find: FindInvitation;
  readonly #capacity: number;
  readonly #known = new Map<string, string>();

  constructor(find: FindInvitation, capacity = 50_000) {
    this.#find = find;
    this.#capacity = capacity;
  }

  async holder(spaceId: string, credential: Credential): Promise<Holder> {
    const place = `${spaceId} ${credential.hash}`;
    const invitationId = this.#known.get(place) ?? (await this.#find(spaceId, credential.hash));
    if (invitationId === undefined) return { kind: 'unknown' };
    if (this.#known.size >= this.#capacity) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(place, invitationId);
    return { kind: 'invitation', invitationId };
  }
}
