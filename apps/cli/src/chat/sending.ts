import { randomUUID } from 'node:crypto';
import type { HistoryDirection } from './entry.ts';
import type { Outbox } from './outbox.ts';
import { failed, failedIn, sending, stored, unsentIn } from './pending.ts';
import { reasonOf } from './reason.ts';
import type { Stage } from './stage.ts';

/** What sending a message needs. */
export interface Sender {
  stage: Stage;
  outbox: Outbox;
  /** Aborted when the chat ends. */
  gone: AbortSignal;
}

/** Sends a message and shows how far it got. */
export async function send(
  { stage, outbox, gone }: Sender,
  text: string,
  direction?: HistoryDirection,
  id: string = randomUUID(),
): Promise<void> {
  stage.change((model) => sending(model, id, text, direction));
  try {
    const messageId = await outbox.send(text, id, direction);
    stage.change((model) => stored(model, id, messageId));
  } catch (error) {
    if (!gone.aborted) stage.change((model) => failed(model, id, reasonOf(error)));
  }
}

/** Sends failed messages again, in the order in which they were written. */
export async function retry(sender: Sender): Promise<void> {
  const again = failedIn(sender.stage.model);
  if (again.length === 0) throw new Error('There is nothing to resend.');
  await Promise.all(again.map(({ id, text, direction }) => send(sender, text, direction, id)));
}

/** Waits until nothing is being sent. Returns how many messages are still not sent. */
export async function settle({ stage, outbox }: Sender): Promise<number> {
  await outbox.settled;
  return unsentIn(stage.model).length;
}
