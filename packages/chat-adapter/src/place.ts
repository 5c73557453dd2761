import { ValidationError } from '@chat-adapter/shared';

/** The name of the adapter, with which its ids and its places in the state begin. */
export const adapterName = 'parley';

/** A thread is a message and the replies to it; without a message, it is the space itself. */
export interface ParleyThreadId {
  spaceId: string;
  messageId?: string | undefined;
}

export const encoded = ({ spaceId, messageId }: ParleyThreadId): string =>
  [adapterName, spaceId, ...(messageId === undefined ? [] : [messageId])].join(':');

const form = /^parley:([\da-f-]{36})(?::([\da-f-]{36}))?$/i;

export function decoded(threadId: string): ParleyThreadId {
  const [, spaceId, messageId] = form.exec(threadId) ?? [];
  if (spaceId === undefined) throw new ValidationError(adapterName, `${JSON.stringify(threadId)} is no thread of a Parley space`);
  return { spaceId, messageId };
}
