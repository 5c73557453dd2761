/** Which changes of a proposal somebody wants, by their position. One without an entry is not decided. */
export type Choices = ReadonlyMap<number, boolean>;

/** With another choice for one change, or with none. */
export function withChoice(choices: Choices, position: number, isAccepted: boolean | undefined): Choices {
  const next = new Map(choices);
  if (isAccepted === undefined) next.delete(position);
  else next.set(position, isAccepted);
  return next;
}

/** The changes that are accepted: all, as long as nothing is decided about any of them. */
export const acceptedOf = (choices: Choices, count: number): number[] =>
  [...Array(count).keys()].filter((position) => choices.size === 0 || choices.get(position) === true);

/** Accepts those that are not decided. */
export const withOthers = (choices: Choices, count: number): Choices =>
  new Map([...Array(count).keys()].map((position) => [position, choices.get(position) ?? true]));
