import type { Verb } from '../../command.ts';
import { confirmErasing, erased, type ErasingOptions } from './erasing.ts';
import { messageIdOf } from './named.ts';

export const redact: Verb<ErasingOptions, [query: string]> = async (context, options, query) => {
  const space = await context.space();
  const messageId = await messageIdOf(space, query);
  await confirmErasing(`the text of message ${query}`, options);
  const view = await space.redact(messageId, { reason: options.reason });
  context.out.done(view, erased(`the text of message #${view.sequence} of ${view.senderName}`));
};
