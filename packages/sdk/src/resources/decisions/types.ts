/** A decision, as the service sends it; here a `Decision` is an object with methods. */
export type { DecisionView } from '../../generated/types.ts';

/**
 * An option of a decision: its id, which is its label too, or both.
 * @see docs/sdk.md#decisions
 */
export type NewOption = string | { readonly id: string; readonly label?: string; readonly description?: string };

/** The ids of options. */
export type OptionId<Options extends readonly NewOption[]> = IdOf<Options[number]>;

type IdOf<Option extends NewOption> = Option extends { readonly id: infer Id extends string } ? Id : Extract<Option, string>;
