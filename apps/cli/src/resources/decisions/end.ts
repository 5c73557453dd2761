import type { Verb } from '../../command.ts';
import { short, theOne } from '../../naming.ts';
import { harmless } from '../../watch/harmless.ts';
import { confirmErasing, erased, type ErasingOptions } from '../messages/erasing.ts';
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

type RedactOptions = ErasingOptions & { answerOf?: string };

export const redact: Verb<RedactOptions, [query: string]> = async (context, { answerOf, reason, yes }, query) => {
  const space = await context.space();
  const { decisionId, title, voters } = await decisionNamed(space, query);
  const voter =
    answerOf === undefined
      ? undefined
      : theOne('voter', voters, answerOf, ({ participantId: id, name }) => ({ id, names: [name] }));
  const what = voter ? `the reason of ${harmless(voter.name)}` : `the texts of the decision ${harmless(title)}`;
  await confirmErasing(what, { yes });
  const decision = await space.call('redactDecision', { decisionId, answerOf: voter?.participantId, reason });
  context.out.done(decision, erased(voter ? what : `the texts of decision ${short(decisionId)}`));
};
