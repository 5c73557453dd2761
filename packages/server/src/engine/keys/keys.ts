import { createHmac, hash, randomUUID } from 'node:crypto';
import { ServiceError, type Participant } from '@parley/core';

/** Enough of a SHA-256 to distinguish requests, in a third of the space. */
export const fingerprint = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);

/** A space key as sent by a caller: the key itself, to derive from, and its SHA-256, to compare and store. */
export interface Credential {
  readonly key: string;
  readonly hash: string;
  /** Where the request has it, for a caller who must look for a mistake. */
  readonly from?: string | undefined;
}

export const credentialOf = (key: string, from?: string): Credential => ({ key, hash: hash('sha256', key), from });

export interface Mint {
  id(): string;
  /** Derives the key of a participant or an invitation, which is never stored. Each generation of it is another key. */
  key(kind: 'participant' | 'invitation', spaceId: string, id: string, generation?: number): Credential;
  /** Derives the secret that signs requests to a wake address, as Standard Webhooks write it. */
  wakeSecret(spaceId: string, wakeId: string): string;
  /** Derives the key that seals what a wake address stores of its receiver's credentials. */
  wakeKey(spaceId: string, wakeId: string): Buffer;
  /** Derives the boundary of the envelope in which a participant reads a message: always the same, and unknown to its writer. */
  boundary(messageId: string, readerId: string): string;
}

export const mintFrom = (secret: string): Mint => ({
  id: randomUUID,
  key(kind, spaceId, id, generation = 0) {
    // Keys of earlier releases have no generation.
    const parts = ['parley key 1', kind, spaceId, id, ...(generation > 0 ? [generation] : [])];
    return credentialOf(createHmac('sha256', secret).update(parts.join('\n')).digest('hex'));
  },
  wakeSecret: (spaceId, wakeId) =>
    `whsec_${createHmac('sha256', secret).update(`parley wake 1\n${spaceId}\n${wakeId}`).digest('base64')}`,
  wakeKey: (spaceId, wakeId) => createHmac('sha256', secret).update(`parley wake key 1\n${spaceId}\n${wakeId}`).digest(),
  boundary: (messageId, readerId) =>
    createHmac('sha256', secret).update(`parley boundary 1\n${messageId}\n${readerId}`).digest('hex').slice(0, 32),
});

/** The key of a participant. Throws 503 if it was derived from another secret, because the result would not work. */
export function keyOf({ participantId, keyHash, keyGeneration }: Participant, spaceId: string, mint: Mint): string {
  const { key, hash: derived } = mint.key('participant', spaceId, participantId, keyGeneration);
  if (derived === keyHash) return key;
  throw new ServiceError('unavailable', 'This key was derived from a secret that the service no longer uses');
}
