import { ConflictError } from '../../errors.ts';
import type { DateTime } from '../../generated/types.ts';

/**
 * 409: somebody works on the task, or has submitted it. With a task that is free, the work is not done twice.
 * @see docs/sdk.md#tasks
 */
export class TaskClaimedError extends ConflictError {
  override readonly name = 'TaskClaimedError';

  /** The id of the participant who works on it; it can be you. */
  get claimedBy(): string {
    return this.body['claimedBy'] as string;
  }

  /** Their display name when they claimed it. */
  get claimedByName(): string {
    return this.body['claimedByName'] as string;
  }

  /** Until when they hold the lease, unless they renew it; undefined when they have submitted the task. */
  get leaseExpiresAt(): DateTime | undefined {
    return this.body['leaseExpiresAt'] as DateTime | undefined;
  }
}

/** What refusals throw, by their code. */
export const refusals = { task_claimed: TaskClaimedError };
