import { Parley, ParleyError, readInvitation } from '@parley/sdk';
import { Refusal } from './refusal.ts';

const patienceMs = 5_000;

/** The link without what is around it. It contains a key, so no message repeats it. */
export function linkIn(text: string): string {
  const link = text.trim();
  try {
    readInvitation(link);
  } catch {
    throw new Refusal('That is not the link of an invitation: such as https://parley.example/space/…/….md');
  }
  if (/\s/.test(link)) throw new Refusal('That is more than the link of an invitation');
  return link;
}

/**
 * Asks the server whether the invitation works.
 * @returns Why it could not be asked; undefined if it works.
 * @throws {Refusal} if it does not.
 */
export async function checked(link: string): Promise<string | undefined> {
  const {
    baseUrl,
    spaceId,
    publicInvitationKey: key,
  } = readInvitation(link) as { baseUrl: string } & ReturnType<typeof readInvitation>;
  const parley = new Parley({ baseUrl, timeoutMs: patienceMs, maxRetries: 0 });
  try {
    await parley.space({ spaceId, key }).call('getMyInvitation', {});
    return undefined;
  } catch (error) {
    const { message, status } = error as ParleyError;
    if (!(error instanceof ParleyError)) throw error;
    // A server that cannot be reached, or has no time, has refused nothing.
    if (status < 400 || status >= 500 || status === 429) return message;
    throw new Refusal(`The server refuses this invitation: ${message}`);
  }
}
