import { assertAllowed } from '../../kernel/assertions.ts';
import { redactedTitle, type Redaction } from '../../kernel/redaction.ts';
import type { Participant } from '../participants/entity.ts';
import type { Decision, DecisionOption } from './entity.ts';
import { approval } from './options.ts';
import type { OptionCount } from './tally.ts';

/** Throws if a participant must not erase the texts of the question, or of an answer to it. */
export function assertRedactable(
  { openedBy }: Decision,
  { participantId, isOwner }: Participant,
  answerOf: string | undefined,
): void {
  const what = answerOf === undefined ? 'who opened the decision' : 'who gave the reason';
  assertAllowed(isOwner || participantId === (answerOf ?? openedBy), `${what} and the owner of the space can erase it`);
}

/** What takes the place of options: ids are often made of labels. Those that nobody wrote stay. */
function unlabelled(ids: readonly string[]): readonly DecisionOption[] {
  const isUsual = ids.length === approval.length && approval.every(({ id }, i) => ids[i] === id);
  return isUsual ? approval : ids.map((_, i) => ({ id: `option-${i + 1}`, label: `Option ${i + 1}` }));
}

/** Finds what takes the place of the id of an option. */
function renaming(ids: readonly string[]) {
  const options = unlabelled(ids);
  return <Id extends string | undefined>(id: Id): Id => (options[ids.indexOf(id!)]?.id ?? id) as Id;
}

/** A question without its texts, which goes on as it was. The answers stay, and their reasons. */
export function redact(decision: Decision, redacted: Redaction): Decision {
  const ids = decision.options.map(({ id }) => id);
  const renamed = renaming(ids);
  const { end } = decision;
  return {
    ...decision,
    title: redactedTitle,
    options: unlabelled(ids),
    voters: decision.voters.map(({ answer, ...voter }) => ({
      ...voter,
      answer: answer && { ...answer, option: renamed(answer.option) },
    })),
    fallback: renamed(decision.fallback),
    end: end && { ...end, outcome: renamed(end.outcome), statement: undefined },
    redacted,
  };
}

interface QuestionTexts {
  title: string;
  text?: string | undefined;
  statement?: string | undefined;
  options?: readonly DecisionOption[] | undefined;
  tally?: readonly OptionCount[] | undefined;
  voters?: readonly { participantId: string; option?: string | undefined }[] | undefined;
  option?: string | undefined;
  outcome?: string | undefined;
  fallback?: string | undefined;
}

/** What says something of a decision, without the texts of the question. What names an option has the options too, or their counts. */
export function withoutTexts<These extends QuestionTexts>(these: These): These {
  const { options, tally, voters, option, outcome, fallback } = these;
  const ids = options?.map(({ id }) => id) ?? tally?.map((each) => each.option) ?? [];
  const renamed = renaming(ids);
  return {
    ...these,
    title: redactedTitle,
    text: undefined,
    statement: undefined,
    options: options && unlabelled(ids),
    tally: tally?.map((each) => ({ ...each, option: renamed(each.option) })),
    voters: voters?.map((each) => ({ ...each, option: renamed(each.option) })),
    option: renamed(option),
    outcome: renamed(outcome),
    fallback: renamed(fallback),
  };
}

/** Differs whenever the log has got another event about the decision. */
export const stepOf = ({ voters, end }: Decision): string =>
  JSON.stringify([voters.map(({ answer }) => answer && [answer.at, answer.option]), end?.at]);
