import { decodeKey, decryptToken, encryptToken, isEncryptedTokenData, ValidationError } from '@chat-adapter/shared';
import { KeyError, Parley, ParleyError, readInvitation, type Space } from '@parley/sdk';
import type { Logger, StateAdapter } from 'chat';
import { randomUUID } from 'node:crypto';
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
  const sealed = (kept: Kept) => (secret ? encryptToken(JSON.stringify(kept), secret) : kept);
  const read = async () => opened(await state.get(place), secret);
  const parley = new Parley({ baseUrl, logger });
  const kept = await read();
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
  const participantId = kept?.invitation === invitation ? kept.participantId : undefined;
  const idempotencyKey = await attemptIn(state, `${place}:attempt`);
  const waiting = async (participantId: string) => {
    const value = sealed({ invitation, participantId });
    // Another process can have the key already.
    await (kept ? state.set(place, value) : state.setIfNotExists(place, value));
    onWaiting();
  };
  try {
    const space = await parley.join(link, { name, role, participantId, idempotencyKey, onWaiting: waiting });
    await state.set(place, sealed({ invitation, participantId: space.participantId!, key: space.key }));
    return space;
  } catch (error) {
    // Another process has the key, and kept it before it used it.
    const found = error instanceof ParleyError && error.code === 'join_collected' ? await read() : null;
    if (found?.key === undefined) throw error;
    return parley.space({ spaceId, key: found.key, participantId: found.participantId });
  }
}

/** Longer than a process takes between a look into an empty state and its request. */
const attemptMs = 600_000;

/** What identifies the request to join: processes that start at the same time send the same one, and so become one participant. */
async function attemptIn(state: StateAdapter, place: string): Promise<string> {
  const attempt = randomUUID();
  return (await state.setIfNotExists(place, attempt, attemptMs)) ? attempt : ((await state.get<string>(place)) ?? attempt);
}

function opened(stored: unknown, secret: Buffer | undefined): Kept | null {
  if (!isEncryptedTokenData(stored)) return stored as Kept | null;
  if (!secret)
    throw new ValidationError(adapterName, 'The key in the state is encrypted: set encryptionKey or PARLEY_ENCRYPTION_KEY');
  return JSON.parse(decryptToken(stored, secret)) as Kept;
}
