import type { Verb } from '../../command.ts';
import { confirm } from '../../terminal/prompt.ts';
import { messageIdOf } from './named.ts';

export const redact: Verb<{ reason?: string }, [query: string]> = async (context, { reason, yes }, query) => {
  const space = await context.space();
  const messageId = await messageIdOf(space, query);
  await confirm(`Erase the text of message ${query} for everyone?`, yes, 'This would erase the text for good');
  const view = await space.redact(messageId, { reason });
  const what = `message #${view.sequence} of ${view.senderName}`;
  context.out.done(view, `Erased the text of ${what}. Backups and copies that others have made still have it`);
};
