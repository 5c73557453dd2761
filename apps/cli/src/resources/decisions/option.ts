import { matching } from '@parley/core/names';
import type { DecisionView } from '@parley/sdk';
import { Failure } from '../../failure.ts';
import { isId, short } from '../../naming.ts';

export type Option = DecisionView['options'][number];

type Ballot = Pick<DecisionView, 'options'>;

/** The option with this number in the list, this id or this label; undefined if there is none. */
export function optionIn({ options }: Ballot, wanted: string): Option | undefined {
  const [, digits] = /^\s*(\d{1,2})\s*$/.exec(wanted) ?? [];
  const found = matching(options, wanted, ({ id, label }) => ({ id, names: [label] }));
  // An option can be called `2`.
  if (found.length === 1) return found[0];
  return digits === undefined ? undefined : options[Number(digits) - 1];
}

/** The same, for a person who has named it. */
export function optionNamed(decision: DecisionView, wanted: string): Option {
  const found = optionIn(decision, wanted);
  if (!found) throw new Failure('usage', `There is no option “${wanted}”`, `use one of ${idsOf(decision)}`);
  return found;
}

export const idsOf = ({ options }: Ballot): string => options.map(({ id }) => id).join(', ');

/** What is to be shown for the id of an option. */
export const labelOf = ({ options }: Ballot, id: string): string => options.find((each) => each.id === id)?.label ?? id;

interface AnswerGiven {
  option: Option;
  reason?: string;
}

/** An answer in a text: an option in its first line, and the reason in the others; undefined if it is none. */
export function answerIn(decision: Ballot, text: string): AnswerGiven | undefined {
  const [, first = '', rest = ''] = /^\s*([^\r\n]*)\r?\n?(.*)$/s.exec(text) ?? [];
  const option = optionIn(decision, first.replaceAll(/^[`"']+|[`"'.]+$/g, ''));
  const reason = rest.trim();
  return option && { option, ...(reason && { reason }) };
}

const idPattern = /^[a-z0-9][a-z0-9_-]*$/;

/** Reads `id=Label`, or a label alone, of which the service makes the id. */
export function givenOption(text: string): { id?: string; label: string } {
  const [, id = '', label = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  return idPattern.test(id) && label.trim() ? { id, label } : { label: text };
}

/** The words of the command that answers: nothing that a participant wrote, or a server sends in place of a number, stands in a command that users copy. */
export const answerWords = ({ decisionId, version }: { decisionId: string; version?: number | undefined }): string =>
  `answer ${isId(decisionId) ? short(decisionId) : 'DECISION'} OPTION${version === undefined ? '' : ` --at ${Math.trunc(version)}`}`;
