import type { Decision, DecisionOption, DecisionRule } from './entity.ts';

/** How many voters chose an option. */
export interface OptionCount {
  readonly option: string;
  readonly count: number;
}

/** The answers that were given, as ids of options, the earliest first. */
export const answersOf = ({ voters }: Pick<Decision, 'voters'>): string[] =>
  voters
    .flatMap(({ answer }) => answer ?? [])
    .toSorted((a, b) => a.at - b.at)
    .map(({ option }) => option);

const counted = (options: readonly DecisionOption[], answers: readonly string[]): OptionCount[] =>
  options.map(({ id }) => ({ option: id, count: answers.filter((each) => each === id).length }));

export const tallyOf = (decision: Pick<Decision, 'options' | 'voters'>): OptionCount[] =>
  counted(decision.options, answersOf(decision));

/** Where nobody objects, `approve` is decided. */
export const objection = 'reject';
export const consent = 'approve';

/**
 * The option that these answers decide, if they decide one: there is never a first option by default.
 * @param electorate - How many votes there are, given or not.
 */
export function chosen(
  { rule, options }: { rule: DecisionRule; options: readonly DecisionOption[] },
  answers: readonly string[],
  electorate: number,
): string | undefined {
  const most = counted(options, answers).find(({ count }) => count * 2 > electorate);
  switch (rule) {
    case 'first':
      return answers[0];
    case 'majority':
      return most?.option;
    case 'all':
      return most?.count === electorate ? most.option : undefined;
    case 'no-objection':
      return answers.includes(objection) ? objection : answers[0];
  }
}
