import { answerOf, mapped, type Answer } from '../../answer.ts';
import { assertArguments, assertOptions, callOptions } from '../../arguments.ts';
import type { SpaceCalls } from '../../calls.ts';
import type { DecisionState } from '../../generated/types.ts';
import type { CallOptions, RedactOptions } from '../../options.ts';
import { NoOutcomeError } from './errors.ts';
import { endOf, type OutcomeOptions } from './outcome.ts';
import type { DecisionView } from './types.ts';

/**
 * What belongs to an answer besides the option.
 * @see docs/sdk.md#decisions
 */
export interface AnswerOptions extends CallOptions {
  /** Why, at most 2,000 characters. Everyone can read it once the answers are shown. */
  reason?: string | undefined;
  /** The version that you have read, where the decision is about one. Default: the one that `view` shows. */
  version?: number | undefined;
}

/**
 * How the owner closes a decision.
 * @see docs/sdk.md#decisions
 */
export interface CloseDecisionOptions extends CallOptions {
  /** What you say about it, at most 2,000 characters. Everyone can read it. */
  statement?: string | undefined;
}

/**
 * Which text of a decision is erased, and why.
 * @see docs/sdk.md#decisions
 */
export interface RedactDecisionOptions extends RedactOptions {
  /** The id of a voter whose reason is erased, instead of the texts of the question. */
  answerOf?: string | undefined;
}

/** The methods of a decision, whose options have these ids. */
export class DecisionCalls<Id extends string = string> {
  readonly space: SpaceCalls;
  /** The state that was last read. */
  view: DecisionView;

  /** @internal */
  constructor(space: SpaceCalls, view: DecisionView) {
    this.space = space;
    this.view = view;
  }

  /** With it, `space.decisions.get` finds the decision again after a restart. */
  get id(): string {
    return this.view.decisionId;
  }

  get state(): DecisionState {
    return this.view.state;
  }

  /** Reads the decision with its text and the reasons. */
  read(options?: CallOptions): Answer<DecisionView> {
    return this.#viewed(this.space.call('getDecision', this.#path, options));
  }

  /**
   * Waits for the outcome, across lost connections and restarts of the service. After a restart of this process, go on with the
   * decision of `space.decisions.get(id)`: nothing is missed.
   * @returns The id of the option that was decided.
   * @throws {NoOutcomeError} when it has ended without an outcome: it lapsed or was withdrawn. See its `decision`.
   * @throws {TimeoutError} when it has not ended within `timeoutMs`. It can still end: wait again.
   * @throws {KeyError} when you left or were kicked, or the space has ended.
   */
  async outcome(options: OutcomeOptions = {}): Promise<Id> {
    assertOptions({ timeoutMs: 'ms?', signal: 'signal?' }, options);
    this.view = await endOf(this.space, this.id, options);
    if (this.view.outcome === undefined) throw new NoOutcomeError(this.view);
    return this.view.outcome as Id;
  }

  /**
   * Answers the decision. You can answer again while it is open.
   * @param option - The id of an option. Of a decision that was read by its id, any text: the service takes the label too.
   * @throws {DecisionEndedError} when it has ended; `outcome` says what was decided.
   * @throws {ForbiddenError} when you were not asked (`not_a_voter`), wrote the version yourself (`own_work`), or are muted.
   * @throws {VersionConflictError} when the decision is about another version than `version`: `body.pinned`. Its `diff` leads from that one
   * to the present one.
   * @throws {InvalidRequestError} when it has no such option.
   */
  answer(option: Id, { reason, version = this.view.artifact?.version, ...options }: AnswerOptions = {}): Answer<DecisionView> {
    const answering = async () => {
      assertArguments({ option: 'string' }, { option });
      assertOptions({ ...callOptions, reason: 'string?', version: 'integer?' }, { ...options, reason, version });
      const input = { ...this.#path, option, reason, version };
      return this.#viewed(this.space.call('answerDecision', input, options)).withResponse();
    };
    return answerOf(answering());
  }

  /**
   * Withdraws the decision: it ends without an outcome. Only for who opened it and the owner.
   * @throws {DecisionEndedError} when it has ended.
   * @throws {ForbiddenError} when you may not withdraw it.
   */
  withdraw(options?: CallOptions): Answer<DecisionView> {
    return this.#viewed(this.space.call('withdrawDecision', this.#path, options));
  }

  /**
   * Erases the title and the text of the question, the labels of its options and the messages about it, or the reason of a voter, for
   * everyone and for good. It does not end the decision. Only for who wrote them and the owner.
   * @throws {ForbiddenError} when you may not erase them.
   */
  redact({ answerOf, reason, ...options }: RedactDecisionOptions = {}): Answer<DecisionView> {
    return this.#viewed(this.space.call('redactDecision', { ...this.#path, answerOf, reason }, options));
  }

  /**
   * Ends the decision: its rule applies to the answers that are there. Owner only.
   * @throws {DecisionEndedError} when it has ended.
   */
  close({ statement, ...options }: CloseDecisionOptions = {}): Answer<DecisionView> {
    const closing = async () => {
      assertOptions({ ...callOptions, statement: 'string?' }, { ...options, statement });
      return this.#viewed(this.space.call('closeDecision', { ...this.#path, statement }, options)).withResponse();
    };
    return answerOf(closing());
  }

  /** As the service sends it. */
  toJSON(): DecisionView {
    return this.view;
  }

  get #path() {
    return { decisionId: this.id };
  }

  #viewed(answer: Answer<DecisionView>): Answer<DecisionView> {
    return mapped(answer, (view) => (this.view = view));
  }
}
