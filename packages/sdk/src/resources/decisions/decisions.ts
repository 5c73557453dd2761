import { answerOf, mapped, type Answer } from '../../answer.ts';
import { assertArguments, type Shape } from '../../arguments.ts';
import type { SpaceCalls } from '../../calls.ts';
import type { DecisionRule } from '../../generated/types.ts';
import { isId } from '../../naming.ts';
import { lookupOptions, type CallOptions } from '../../options.ts';
import { idByTitle, type PagePlace } from '../../titled.ts';
import type { DecisionView, NewOption, OptionId } from './types.ts';

/**
 * A question, and who answers it.
 * @see docs/sdk.md#decisions
 */
export interface NewDecision<Options extends readonly NewOption[]> {
  /** In one line, at most 200 characters. */
  title: string;
  /** Details as Markdown, at most 20,000 characters. */
  text?: string | undefined;
  /** 2 to 10; default `approve` and `reject`. */
  options?: Options | undefined;
  /** `all` who are in the space, the verified `humans`, the `owner` (default), or the ids or names of up to 100 participants. */
  voters?: 'all' | 'humans' | 'owner' | readonly string[] | undefined;
  /** What decides; default `first`: the first answer. */
  rule?: DecisionRule | undefined;
  /** The version of an artifact that is to be approved: its author does not vote, and each answer names it. */
  artifact?: { artifactId: string; version: number } | undefined;
  /** Nobody sees the answers of others before it ends. */
  secret?: boolean | undefined;
  /** When it ends, whatever is missing: 60 to 2,592,000 seconds; default: with the space. */
  expiresInSeconds?: number | undefined;
  /** The id of the option that is decided at the end of its time, if nothing else is. Only the owner sets one. */
  fallback?: OptionId<Options> | undefined;
}

/**
 * Which decisions to list.
 * @see docs/sdk.md#decisions
 */
export interface DecisionsOptions extends CallOptions {
  /** `open` by default; `all` includes those that have ended. */
  state?: 'open' | 'all' | undefined;
  /** Only those that you opened or were asked. */
  mine?: boolean | undefined;
  /** Only older decisions than the one whose view has this `sequence`. */
  before?: number | undefined;
  /** How many decisions; default 20, at most 50. */
  limit?: number | undefined;
}

const fields: Shape = {
  title: 'string',
  text: 'string?',
  options: 'array?',
  voters: 'names?',
  rule: 'string?',
  artifact: 'object?',
  secret: 'boolean?',
  expiresInSeconds: 'integer?',
  fallback: 'string?',
};

/** Opens a decision. */
export function decide<Options extends readonly NewOption[]>(
  space: SpaceCalls,
  question: NewDecision<Options>,
  options: CallOptions,
): Answer<DecisionView> {
  const deciding = async () => {
    assertArguments(fields, question, 'question');
    if (question.artifact) assertArguments({ artifactId: 'id', version: 'integer' }, question.artifact);
    const voters = typeof question.voters === 'object' ? [...question.voters] : question.voters;
    const input = { ...question, options: question.options?.map(described), voters };
    return space.call('createDecision', input, options).withResponse();
  };
  return answerOf(deciding());
}

function described(option: NewOption): { id: string; label: string; description?: string | undefined } {
  if (typeof option === 'string') return { id: option, label: option };
  assertArguments({ id: 'string', label: 'string?', description: 'string?' }, option, 'an option');
  return { ...option, label: option.label ?? option.id };
}

/** The methods of the decisions of a space, whatever object a decision becomes. */
export class DecisionsCalls<Decision> {
  readonly #space: SpaceCalls;
  readonly #over: (view: DecisionView) => Decision;

  /** @internal */
  constructor(space: SpaceCalls, over: (view: DecisionView) => Decision) {
    this.#space = space;
    this.#over = over;
  }

  /** The open decisions without their texts, newest first. */
  list({ state, mine, before, limit, ...options }: DecisionsOptions = {}): Answer<Decision[]> {
    const listing = this.#space.call('listDecisions', { state, mine, before, limit }, options);
    return mapped(listing, ({ decisions }) => decisions.map(this.#over));
  }

  /**
   * One decision with its text, also after a restart of this process and after it has ended.
   * @param idOrTitle - An id as events and messages have it, or the title or `#` and the number of one decision. Open ones come first.
   * @throws {NotFoundError} when there is no such decision.
   * @throws {ConflictError} with `code` `ambiguous_name` when several decisions have this title.
   */
  get(idOrTitle: string, options?: CallOptions): Answer<Decision> {
    const reading = async () => {
      const decisionId = isId(idOrTitle) ? idOrTitle : await this.#idOf(idOrTitle, options);
      return mapped(this.#space.call('getDecision', { decisionId }, options), this.#over).withResponse();
    };
    return answerOf(reading());
  }

  #idOf(title: string, options: CallOptions | undefined): Promise<string> {
    const page = async (place: PagePlace) => {
      const { decisions: each, hasMore } = await this.#space.call(
        'listDecisions',
        { ...place, limit: 50 },
        lookupOptions(options),
      );
      return { each, hasMore };
    };
    return idByTitle('decision', title, page, ({ decisionId }) => decisionId);
  }
}
