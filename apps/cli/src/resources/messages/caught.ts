import type { CatchUp, MessageView } from '@parley/sdk';
import { messageText } from '../../terminal/message.ts';

/** A message of a catch-up, which can be its beginning. */
export function caughtMessage(message: CatchUp['messages'][number]): string {
  const { truncated, content } = message;
  return messageText({ ...message, content: truncated ? `${content}…` : content } as unknown as MessageView);
}
