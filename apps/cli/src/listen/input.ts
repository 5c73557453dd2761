import { envelope, type Delivery } from '@parley/sdk';
import { briefing } from './briefing.ts';

/**
 * What the command of a delivery reads: the message in an envelope, with the space and so many earlier messages before it. `after` is the
 * sequence up to which the command knows them already.
 */
export async function inputOf(
  delivery: Delivery,
  { history, after }: { history: number | undefined; after: number },
  signal: AbortSignal,
): Promise<string> {
  const { message, space } = delivery;
  if (history === undefined) return envelope(message, space.spaceId);
  const call = { signal, maxRetries: Infinity };
  const [view, thread, recent] = await Promise.all([
    space.get(call),
    delivery.thread(call),
    history > 0 ? space.recent(history, call) : [],
  ]);
  const { participantId } = delivery.view;
  const isNew = ({ sequence }: { sequence: number }) => sequence > after;
  const content = briefing(message, {
    participantId,
    space: view,
    thread: thread.filter(isNew),
    recent: recent.filter(isNew),
  });
  return envelope({ ...message, content }, space.spaceId);
}
