export type { AnswerOptions, CloseDecisionOptions, RedactDecisionOptions } from './decision.ts';
export type { DecisionsOptions, NewDecision } from './decisions.ts';
export { DecisionEndedError, NoOutcomeError } from './errors.ts';
export type { OutcomeOptions } from './outcome.ts';
export type * from './types.ts';
