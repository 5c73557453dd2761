import type { DecisionView, Space } from '@parley/sdk';
import { isId } from '../../naming.ts';
import { callerIn, onlyDecision, waitsFor } from '../../resources/decisions/named.ts';
import { idsOf, optionIn, type Option } from '../../resources/decisions/option.ts';
import { pinnedText } from '../../resources/decisions/pinned.ts';
import { consequence } from '../../resources/decisions/words.ts';
import { messageAt } from '../../resources/messages/named.ts';
import { unified } from '../../terminal/difference.ts';
import { harmless } from '../../watch/harmless.ts';
import type { Entry } from '../entry.ts';
import type { Answer, Meeting } from '../meeting.ts';
import type { Model } from '../model.ts';
import { isDecisionCard } from './card.ts';

/** Answers the decision of the message with this number, or without one the newest that waits for the user. */
export async function answer({ space }: Meeting, model: Model, number: number, text: string): Promise<Answer> {
  const decision = await meant(space, model, number);
  const { decisionId, artifact } = decision;
  const { option, reason } = given(decision, text);
  if (artifact && !isShown(model, decision)) return shownFirst(space, decision, option);
  const input = { decisionId, option: option.id, ...(reason && { reason }), version: artifact?.version };
  const answered = await space.call('answerDecision', input);
  return `Answered: ${harmless(option.label)}. ${harmless(consequence(answered))}`;
}

async function meant(space: Space, model: Model, number: number): Promise<DecisionView> {
  if (number > 0) {
    const message = await messageAt(space, number);
    if (!isId(message?.decisionId)) throw new Error(`#${number} asks for no decision.`);
    return space.call('getDecision', { decisionId: message.decisionId });
  }
  const me = model.me ?? (await callerIn(space));
  const newest = model.entries
    .flatMap((entry) => (entry.kind === 'message' && isDecisionCard(entry.card) ? [entry.card.decision] : []))
    .findLast((decision) => waitsFor(decision, me));
  return newest ? space.call('getDecision', { decisionId: newest.decisionId }) : onlyDecision(space);
}

/** The option is the first word, or all of the text; then there is no reason. */
function given(decision: DecisionView, text: string): { option: Option; reason: string } {
  const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(text.trim()) ?? [];
  const whole = optionIn(decision, text);
  const option = whole ?? optionIn(decision, word);
  if (!option) throw new Error(`There is no option “${word}”: use a number, or one of ${harmless(idsOf(decision))}.`);
  return { option, reason: whole ? '' : rest };
}

const nameOf = ({ decisionId, artifact }: DecisionView): string => `${decisionId} ${artifact!.version}`;

/** Nobody approves a text that this chat has not shown. */
const isShown = ({ entries }: Model, decision: DecisionView): boolean =>
  entries.some((entry) => entry.kind === 'whole' && entry.about === nameOf(decision));

async function shownFirst(space: Space, decision: DecisionView, { label }: Option): Promise<Entry> {
  const { name, version } = decision.artifact!;
  const { content, since } = await pinnedText(space, decision.artifact!);
  const changes = since
    ? `\n\nWhat has changed since, and is not approved:\n${unified(since, `version ${since.from}`, `version ${since.to}`, {})}`
    : '';
  return {
    kind: 'whole',
    about: nameOf(decision),
    heading: `${name}, version ${version}. The same /answer again gives the answer “${label}” to it`,
    text: content.trimEnd() + changes,
  };
}
