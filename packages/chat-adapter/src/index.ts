import { ValidationError } from '@chat-adapter/shared';
import { readInvitation } from '@parley/sdk';
import { ParleyAdapter, type ParleyAdapterConfig } from './adapter.ts';
import { adapterName } from './place.ts';

export { ParleyAdapter, type ParleyAdapterConfig } from './adapter.ts';
export type { ParleyThreadId } from './place.ts';

/**
 * An adapter for one space: `new Chat({ adapters: { parley: createParleyAdapter() }, … })`. Call `chat.initialize()` to start it, and
 * `chat.shutdown()` to stop it.
 * @throws {ValidationError} when there is neither a link nor a space.
 * @throws {TypeError} when the link is no invitation link.
 */
export function createParleyAdapter(config: ParleyAdapterConfig = {}): ParleyAdapter {
  const { PARLEY_LINK, PARLEY_ENCRYPTION_KEY } = process.env;
  const { space, link = PARLEY_LINK, encryptionKey = PARLEY_ENCRYPTION_KEY } = config;
  if (!space && !link)
    throw new ValidationError(adapterName, 'A Parley space is missing: pass a link or a space, or set PARLEY_LINK');
  if (!space) readInvitation(link!);
  return new ParleyAdapter({ ...config, link, encryptionKey });
}
