import type { Fact } from '../../kernel/facts.ts';
import type { Voter } from './entity.ts';
import { decisionStateOf, hidesAnswers, type Decision, type DecisionAction, type DecisionState } from './entity.ts';
import { tallyOf, type OptionCount } from './tally.ts';

/** What happened to a decision. The answers to a secret one are in no fact before its end. */
export function decisionChanged(action: DecisionAction, decision: Decision, actorId: string): Fact {
  const { decisionId, title, openedBy, voters, end } = decision;
  const isShown = !hidesAnswers(decision);
  const own = voters.find(({ participantId }) => participantId === actorId)?.answer;
  return {
    event: 'decision',
    body: {
      decisionId,
      title,
      action,
      state: decisionStateOf(decision),
      openedBy,
      actorId,
      voters: action === 'opened' ? voters.map(({ participantId, speaker }) => ({ participantId, speaker })) : undefined,
      option: action === 'answered' && isShown ? own?.option : undefined,
      tally: isShown ? tallyOf(decision) : undefined,
      outcome: end?.outcome,
    },
  };
}

export interface DecisionFact {
  decisionId: string;
  title: string;
  action: DecisionAction;
  state: DecisionState;
  openedBy: string;
  /** If time ended it: who opened it. */
  actorId: string;
  /** The electorate, when it is opened. */
  voters?: Pick<Voter, 'participantId' | 'speaker'>[] | undefined;
  option?: string | undefined;
  tally?: OptionCount[] | undefined;
  outcome?: string | undefined;
}

declare module '../../kernel/facts.ts' {
  interface Facts {
    decision: DecisionFact;
  }
}
