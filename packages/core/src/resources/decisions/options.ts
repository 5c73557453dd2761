import { invalidField } from '../../kernel/errors.ts';
import type { DecisionOption } from './entity.ts';
import { maxOptionIdCharacters } from './limits.ts';
import { consent, objection } from './tally.ts';

/** An option as its opener describes it. */
export interface OptionWish {
  readonly id?: string | undefined;
  readonly label: string;
  readonly description?: string | undefined;
}

/** The options of a question that has none of its own. */
export const approval: readonly DecisionOption[] = [
  { id: consent, label: 'Approve' },
  { id: objection, label: 'Reject' },
];

/** The options, each with an id. Throws if two have the same. */
export function optionsOf(wished: readonly OptionWish[] | undefined): readonly DecisionOption[] {
  if (!wished) return approval;
  const options = wished.map(({ id, ...option }, i) => ({ id: id ?? idOf(option.label, i), ...option }));
  const twice = options.findIndex(({ id }, i) => options.findIndex((each) => each.id === id) < i);
  if (twice >= 0) {
    throw invalidField(`options.${twice}.id`, `must not be that of another option: ${options[twice]!.id}`);
  }
  return options;
}

/** Of the words of the label, or of its place where the label has no Latin letters. */
function idOf(label: string, i: number): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-').slice(0, maxOptionIdCharacters) ?? `option-${i + 1}`;
}
