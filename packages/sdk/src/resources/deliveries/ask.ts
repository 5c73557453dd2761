import { assertOptions } from '../../arguments.ts';
import type { SpaceCalls } from '../../calls.ts';
import { hasEnded } from '../../errors.ts';
import { awaited, noticed } from './awaited.ts';
import { NoReplyError } from './errors.ts';
import { retriable, waitMs } from '../../http.ts';
import { isId } from '../../naming.ts';
import { anyOf, pause, within } from '../../time.ts';
import type { DeliveryView, Message, MessageType, SendMessageResult } from '../../types.ts';

/**
 * How to ask a participant, and how long to wait.
 * @see docs/sdk.md#ask
 */
export interface AskOptions {
  /** Type of the question; default `text`. */
  type?: MessageType | undefined;
  /** Milliseconds to wait for the reply; no limit by default. */
  timeoutMs?: number | undefined;
  /** Ends the wait. The question stays, unless `withdraw` is set. */
  signal?: AbortSignal | undefined;
  /** Withdraws the question when the wait ends without a reply, so that nobody works on it later. It is tried for up to 5 seconds. */
  withdraw?: boolean | undefined;
  /** Asking again with the same key and the same question within 24 hours sends nothing: it continues to wait, for example after a crash. */
  idempotencyKey?: string | undefined;
}

/** Refuses wrong options before anything is sent. */
export const assertAskOptions = (options: AskOptions): void =>
  assertOptions(
    { type: 'string?', timeoutMs: 'ms?', signal: 'signal?', idempotencyKey: 'secret?', withdraw: 'boolean?' },
    options,
  );

/** Other events may not arrive: polling yields messages only. */
const checkMs = 10_000;

/** Sends a question to a participant and waits for the reply, or for the outcome that excludes one. */
export async function ask(space: SpaceCalls, to: string, content: string, options: AskOptions): Promise<Message> {
  const { type, timeoutMs = Infinity, idempotencyKey, withdraw } = options;
  // To be withdrawn, the question is not cut off with the wait: whether it was stored would be unknown.
  const cut = new AbortController();
  let sending: Promise<SendMessageResult> | undefined;
  let messageId: string | undefined;
  const asking = within(timeoutMs, async (late) => {
    const over = new AbortController();
    const signal = anyOf(options.signal, late, over.signal);
    try {
      signal.throwIfAborted();
      const patience = timeoutMs === Infinity ? {} : { maxRetries: Infinity };
      sending = space.send(content, { type, to, expects: 'reply', idempotencyKey, signal: cut.signal, ...patience });
      const sent = (await Promise.race([sending, pause(Infinity, signal)]))!;
      awaited.add((messageId = sent.messageId));
      const question = await deliveryOf(space, sent, signal);
      const reply = await Promise.race([heard(space, question, signal), checked(space, question, signal)]);
      await noticed(space, reply, signal);
      return reply;
    } finally {
      over.abort();
    }
  });
  try {
    return await asking;
  } catch (error) {
    if (error instanceof NoReplyError) throw new NoReplyError(error.delivery, error.outcome, await nameOf(space, to));
    // The error of the wait is what the caller needs; a question that cannot be withdrawn expires or is answered.
    const end = async () => space.withdraw(idIn(await sending!), { signal: cut.signal });
    if (withdraw) await within(withdrawMs, end).catch(() => {});
    cut.abort();
    throw error;
  } finally {
    if (messageId !== undefined) awaited.delete(messageId);
  }
}

const withdrawMs = 5_000;

const idIn = ({ deliveries }: SendMessageResult): string => deliveries![0]!.deliveryId;

/** What to call the participant in an error. */
const nameOf = (space: SpaceCalls, to: string): Promise<string | undefined> =>
  isId(to)
    ? space.participant(to).then(
        ({ name }) => name,
        () => undefined,
      )
    : Promise.resolve(to);

/** The delivery as it is now; it says where in the log the question is. */
async function deliveryOf(space: SpaceCalls, sent: SendMessageResult, signal: AbortSignal): Promise<DeliveryView> {
  const deliveryId = idIn(sent);
  const gone = new NoReplyError({ messageId: sent.messageId, deliveryId } as DeliveryView, 'expired');
  // Few deliveries are pending; one that has ended is found among all that were ever sent.
  for (const state of ['pending', 'all'] as const) {
    for (let after = 0, more = true; more;) {
      const query = { role: 'sender', state, after, limit: 1000 } as const;
      const page = await space.call('listDeliveries', query, { signal, maxRetries: Infinity }).catch((error) => {
        throw hasEnded(error) ? gone : error;
      });
      const found = page.deliveries.find((each) => each.deliveryId === deliveryId);
      if (found) return found;
      after = page.cursor;
      more = page.hasMore;
    }
  }
  throw gone;
}

/** The events since the question, so that a reply which came before is not missed. */
async function heard(space: SpaceCalls, question: DeliveryView, signal: AbortSignal): Promise<Message> {
  const { messageId, deliveryId, participantId, sequence } = question;
  for (let tries = 0; ; tries += 1) {
    try {
      for await (const { type, data } of space.events({ after: sequence, signal })) {
        if (type === 'message' && data.replyTo === messageId && data.senderId === participantId) return data;
        if (type === 'delivery' && data.deliveryId === deliveryId) assertOpen({ ...question, ...data, sequence });
      }
      signal.throwIfAborted();
      throw new NoReplyError(question, 'expired');
    } catch (error) {
      // The service was reached before, so a first connection that fails is an outage.
      if (signal.aborted || !retriable(error)) throw error;
      await pause(waitMs(error, tries), signal);
    }
  }
}

async function checked(space: SpaceCalls, question: DeliveryView, signal: AbortSignal): Promise<never> {
  assertOpen(question);
  const input = { role: 'sender', state: 'all', after: question.sequence - 1, limit: 1 } as const;
  for (;;) {
    await pause(checkMs * (0.5 + Math.random() / 2), signal);
    const { deliveries } = await space.call('listDeliveries', input, { signal, maxRetries: Infinity }).catch((error) => {
      throw hasEnded(error) ? new NoReplyError(question, 'expired') : error;
    });
    const now = deliveries.find(({ deliveryId }) => deliveryId === question.deliveryId);
    if (now) assertOpen(now);
  }
}

/** A reply arrives as a message. */
function assertOpen(delivery: DeliveryView): void {
  const { outcome } = delivery;
  if (outcome !== undefined && outcome !== 'replied') throw new NoReplyError(delivery, outcome);
}
