import { ConflictError, ParleyError } from '../../errors.ts';
import type { DecisionView } from './types.ts';

/**
 * 409: the decision has ended, so nobody can answer it any more.
 * @see docs/sdk.md#decisions
 */
export class DecisionEndedError extends ConflictError {
  override readonly name = 'DecisionEndedError';

  /** The id of the option that was decided; undefined if none was. */
  get outcome(): string | undefined {
    return this.body['outcome'] as string | undefined;
  }
}

/**
 * A decision has ended without an outcome: it lapsed, because of a tie or of missing answers, or it was withdrawn.
 * @see docs/sdk.md#decisions
 */
export class NoOutcomeError extends ParleyError {
  override readonly name = 'NoOutcomeError';
  /** The decision as it ended. */
  readonly decision: DecisionView;

  /** @internal */
  constructor(decision: DecisionView) {
    super(`The decision is ${decision.state}: it has no outcome`, { code: `decision_${decision.state}` });
    this.decision = decision;
  }
}

/** What refusals throw, by their code. */
export const refusals = { decision_ended: DecisionEndedError };
