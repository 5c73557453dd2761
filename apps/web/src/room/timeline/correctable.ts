import type { Message } from '@parley/sdk';
import { aboutOf, cardOf } from '../resources.ts';

const mostMs = 24 * 60 * 60_000;

/** Why a message of one's own cannot be corrected; undefined if it can. The service says the rest. */
export function whyNotCorrectable(message: Message): string | undefined {
  const { redacted, to, type, timestamp } = message;
  if (redacted) return 'it was deleted';
  if (to) return 'it is directed, so somebody acts on what it says';
  if (type !== 'text') return type === 'image' ? 'it is an image' : 'it is a page';
  if (aboutOf(message) || cardOf(message)) return 'it repeats what something else says';
  return Date.now() - Date.parse(timestamp) > mostMs ? 'it is older than 24 hours' : undefined;
}
