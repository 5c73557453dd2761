import type { Verb } from '../../command.ts';
import { Failure } from '../../failure.ts';
import { content } from '../../input/content.ts';
import * as kinds from './kinds.ts';
import { messageIdOf } from './named.ts';

export const correct: Verb<{ from?: string }, [query: string, words: string[]]> = async (context, { from }, query, words) => {
  const text = await content(context, kinds.message, { words, from });
  if (!text?.trim()) throw new Failure('usage', 'There is nothing to send', 'give the text, or use --from FILE');
  const space = await context.space();
  const { messageId } = await space.send(text, { replaces: await messageIdOf(space, query) });
  context.out.done({ messageId }, `Corrected message ${query}. The former text stays in the record`);
};
