import type { DecisionView } from '@parley/sdk';

export const labelOf = ({ options }: Pick<DecisionView, 'options'>, optionId: string): string =>
  options.find(({ id }) => id === optionId)?.label ?? optionId;

const rules: Record<DecisionView['rule'], string> = {
  first: 'The first answer decides.',
  all: 'It is decided when everybody chooses the same.',
  majority: 'More than half of those who were asked decide.',
  'no-objection': 'It is approved at the end of its time if somebody approves and nobody rejects. One “Reject” ends it at once.',
};

/** What decides, in a sentence. One who is asked alone needs none. */
export const ruleOf = ({ rule, voters }: Pick<DecisionView, 'rule' | 'voters'>): string =>
  voters.length === 1 && rule !== 'no-objection' ? '' : rules[rule];

export const ruleNames: readonly (readonly [DecisionView['rule'], string])[] = [
  ['first', 'The first answer'],
  ['majority', 'More than half of those who are asked'],
  ['all', 'Everybody, if they choose the same'],
  ['no-objection', 'Nobody objects until the end of its time'],
];

export const stateNames: Record<DecisionView['state'], string> = {
  open: 'open',
  decided: 'decided',
  lapsed: 'no outcome',
  withdrawn: 'withdrawn',
};

/** How many have answered, in a sentence. */
export function turnout({ voters }: Pick<DecisionView, 'voters'>): string {
  const some = voters.filter(({ answered }) => answered).length;
  if (voters.length === 1) return some === 1 ? 'Who was asked has answered' : 'Who was asked has not answered yet';
  return `${some} of ${voters.length} have answered`;
}

/** How it ended, in a sentence; the outcome is what people wrote, so it is set apart. */
export const endOf = ({ state, endedBy }: Pick<DecisionView, 'state' | 'endedBy'>): string =>
  state === 'withdrawn'
    ? 'Withdrawn: there is no outcome.'
    : endedBy === undefined
      ? 'Its time is over, and nothing was decided.'
      : 'It ended, and nothing was decided.';

/** Whether somebody is asked and can still answer. */
export const mayAnswer = ({ state, voters }: Pick<DecisionView, 'state' | 'voters'>, me: string | undefined): boolean =>
  state === 'open' && voters.some(({ participantId }) => participantId === me);

/** Whether a decision waits for somebody. */
export const waitsFor = (decision: Pick<DecisionView, 'state' | 'voters'>, me: string | undefined): boolean =>
  mayAnswer(decision, me) && decision.voters.some(({ participantId, answered }) => participantId === me && !answered);
