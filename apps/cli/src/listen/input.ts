import { catchUp } from '@parley/core';
import { envelope, type CatchUp, type Delivery } from '@parley/sdk';
import type { MessageQuestion } from '../question.ts';
import { briefing, withFacts } from './briefing.ts';

/** The catch-up has as many tokens for each message that is wanted. */
const tokensEach = 200;

/**
 * What the command of a delivery reads: the message in an envelope, with what it asks, the space and so many earlier messages before it.
 * `after` is the sequence up to which the command knows them already.
 */
export async function inputOf(
  delivery: Delivery,
  { history, after, question }: { history: number | undefined; after: number; question?: MessageQuestion | undefined },
  signal: AbortSignal,
): Promise<string> {
  const { message, space } = delivery;
  const call = { signal, maxRetries: Infinity };
  const facts = question && [
    ...(await question.forOutput(call)),
    `An output answers it: ${question.form}; what follows is the reason.`,
  ];
  if (history === undefined) {
    const content = facts ? withFacts(message, facts) : message.content;
    return envelope({ ...message, content }, space.spaceId);
  }
  const [view, thread, caught] = await Promise.all([
    space.get(call),
    delivery.thread(call),
    history > 0 ? space.catchUp({ after, budget: history * tokensEach, ...call }) : undefined,
  ]);
  const { participantId } = delivery.view;
  const isNew = ({ sequence }: { sequence: number }) => sequence > after;
  const content = briefing(message, {
    participantId,
    space: view,
    thread: thread.filter(isNew),
    earlier: caught ? mostImportant(caught.messages, message.sequence, history) : [],
    facts,
  });
  return envelope({ ...message, content }, space.spaceId);
}

/** What was said before the message and matters most to its reader, oldest first. */
const mostImportant = (messages: CatchUp['messages'], before: number, most: number): CatchUp['messages'] =>
  catchUp
    .ranked(messages.filter(({ sequence }) => sequence < before))
    .slice(0, most)
    .toSorted((a, b) => a.sequence - b.sequence);
