import type { Verb } from '../../command.ts';
import { decisionNamed } from './named.ts';
import { consequence } from './words.ts';

export const withdraw: Verb<object, [query: string]> = async (context, _, query) => {
  const space = await context.space();
  const { decisionId } = await decisionNamed(space, query);
  context.out.done(await space.call('withdrawDecision', { decisionId }), 'Withdrawn: nobody can answer it any more');
};

export const close: Verb<{ statement?: string }, [query: string]> = async (context, { statement }, query) => {
  const space = await context.space();
  const { decisionId } = await decisionNamed(space, query);
  const closed = await space.call('closeDecision', { decisionId, statement });
  context.out.done(closed, `Closed. ${consequence(closed)}`);
};
