import { createHmac, hash, randomUUID } from 'node:crypto';
import { ServiceError, type Participant } from '@parley/core';

/** Enough of a SHA-256 to tell requests apart, in a third of the room. */
export const fingerprint = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);

/** What a caller shows: the key itself, for deriving, and its SHA-256, for comparing and storing. */
export interface Credential {
  readonly key: string;
  readonly hash: string;
}

const sha256 = (text: string): string => hash('sha256', text);

export const credentialOf = (key: string): Credential => ({ key, hash: sha256(key) });

export interface Mint {
  id(): string;
  /** The key of a participant or an invitation: never stored, the same whenever it is asked for. */
  key(kind: 'participant' | 'invitation', spaceId: string, id: string): Credential;
}

export const mintFrom = (secret: string): Mint => ({
  id: randomUUID,
  key: (kind, spaceId, id) =>
    credentialOf(createHmac('sha256', secret).update(`parley key 1\n${kind}\n${spaceId}\n${id}`).digest('hex')),
});

/** The key of a participant, which opens the space: one that was derived from another secret is handed to nobody. */
export function keyOf({ participantId, keyHash }: Participant, spaceId: string, mint: Mint): string {
  const { key, hash: derived } = mint.key('participant', spaceId, participantId);
  if (derived === keyHash) return key;
  throw new ServiceError('unavailable', 'This key was derived from another secret of the service than its present one');
}
