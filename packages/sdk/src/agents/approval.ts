import { assertArguments, assertOptions } from '../arguments.ts';
import { ParleyError } from '../errors.ts';
import { inQuotes } from '../generated/envelope.ts';
import { NoOutcomeError, type DecisionView, type NewDecision, type Space } from '../space.ts';
import { refusalOf } from './refusal.ts';

/**
 * What people are asked before an agent acts: a decision between `approve` and `reject`.
 * @see docs/sdk.md#approval
 */
export type ApprovalQuestion = Omit<NewDecision<readonly ['approve', 'reject']>, 'options'>;

/**
 * How to wait for an approval.
 * @see docs/sdk.md#approval
 */
export interface ApprovalOptions {
  /** Ends the wait with its reason. A question that is no longer waited for is withdrawn, so that nobody answers it in vain; not with `idempotencyKey`. */
  signal?: AbortSignal | undefined;
  /** Asking again with the same key and the same question within 24 hours leads to the same decision, for example after a restart. */
  idempotencyKey?: string | undefined;
}

/**
 * What people decided.
 * @see docs/sdk.md#approval
 */
export interface Approval {
  isApproved: boolean;
  /** In a sentence for the model, in which names and reasons are quoted: what was decided, and why. */
  reason: string;
}

/**
 * Asks people whether an agent may act, and waits for the answer: by default the first answer of the owner. Nothing is approved by silence, nor
 * by a refusal: if you are muted, were kicked, or the service cannot be reached, the `reason` says so, and whether to go on is for the model.
 * @throws the reason of `signal` when that is aborted.
 * @see docs/sdk.md#approval
 */
export async function approval(space: Space, question: ApprovalQuestion, options: ApprovalOptions = {}): Promise<Approval> {
  assertArguments({ space: 'object' }, { space });
  assertOptions({ signal: 'signal?', idempotencyKey: 'secret?' }, options);
  try {
    return await asked(space, question, options);
  } catch (error) {
    if (options.signal?.aborted || !(error instanceof ParleyError)) throw error;
    return { isApproved: false, reason: `Nobody approved it. ${refusalOf(error)}` };
  }
}

async function asked(space: Space, question: ApprovalQuestion, { signal, idempotencyKey }: ApprovalOptions): Promise<Approval> {
  const decision = await space.decide(question, { signal, idempotencyKey });
  try {
    const outcome = await decision.outcome({ signal });
    return { isApproved: outcome === 'approve', reason: reasonOf(decision.view) };
  } catch (error) {
    if (error instanceof NoOutcomeError) {
      const end = error.decision.state === 'withdrawn' ? 'was withdrawn' : 'lapsed';
      return { isApproved: false, reason: `Nobody approved it: the decision ${end}` };
    }
    // The error of the wait is what the caller needs; a question that cannot be withdrawn ends with its time, or with the space.
    if (idempotencyKey === undefined) await decision.withdraw().catch(() => {});
    throw error;
  }
}

const said = { approve: 'Approved', reject: 'Rejected' } as const;

function reasonOf({ outcome, voters }: DecisionView): string {
  const answers = voters.filter(({ option }) => option === outcome);
  const by = answers.map(({ name, reason }) => inQuotes(name) + (reason ? `, who says ${inQuotes(reason)}` : ''));
  return `${said[outcome as keyof typeof said]}${by.length > 0 ? ` by ${by.join('; ')}` : ''}`;
}
