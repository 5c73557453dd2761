import { decodeKey, decryptToken, encryptToken, isEncryptedTokenData, ValidationError } from '@chat-adapter/shared';
import { KeyError, Parley, readInvitation, type Space } from '@parley/sdk';
import type { Logger, StateAdapter } from 'chat';
import { adapterName, encoded } from './place.ts';

/** How to join. */
export interface Joining {
  link: string;
  name: string;
  role: string | undefined;
  encryptionKey: string | undefined;
  state: StateAdapter;
  logger: Logger;
  /** Called when the owner must approve first. */
  onWaiting(): void;
}

/** What the state keeps of the bot. There is no `key` while it waits for approval. */
interface Kept {
  invitation: string;
  participantId: string;
  key?: string;
}

/** Joins once, and returns as the same participant after a restart: deliveries and subscriptions belong to it. */
export async function member({ link, name, role, encryptionKey, state, logger, onWaiting }: Joining): Promise<Space> {
  const { baseUrl, spaceId, publicInvitationKey: invitation } = readInvitation(link);
  const place = `${encoded({ spaceId })}:member`;
  const secret = encryptionKey === undefined ? undefined : decodeKey(encryptionKey);
  const keep = (kept: Kept) => state.set(place, secret ? encryptToken(JSON.stringify(kept), secret) : kept);
  const parley = new Parley({ baseUrl, logger });
  const kept = opened(await state.get(place), secret);
  if (kept?.key !== undefined) {
    const { participantId, key } = kept;
    const space = parley.space({ spaceId, key, participantId });
    try {
      await space.get();
      return space;
    } catch (error) {
      // Who was removed comes back with another invitation only.
      if (!(error instanceof KeyError) || kept.invitation === invitation) throw error;
    }
  }
  const space = await parley.join(link, {
    name,
    role,
    participantId: kept?.invitation === invitation ? kept.participantId : undefined,
    onWaiting: async (participantId) => {
      await keep({ invitation, participantId });
      onWaiting();
    },
  });
  await keep({ invitation, participantId: space.participantId!, key: space.key });
  return space;
}

function opened(stored: unknown, secret: Buffer | undefined): Kept | null {
  if (!isEncryptedTokenData(stored)) return stored as Kept | null;
  if (!secret)
    throw new ValidationError(adapterName, 'The key in the state is encrypted: set encryptionKey or PARLEY_ENCRYPTION_KEY');
  return JSON.parse(decryptToken(stored, secret)) as Kept;
}
