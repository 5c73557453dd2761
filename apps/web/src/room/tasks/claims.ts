import type { TaskView } from '@parley/sdk';

const prefix = 'parley claims ';

/** The claims that were made in this browser: the number of the claim of each task. Other programs with the same key make others. */
export type Claims = Readonly<Record<string, number>>;

/** The longest lease. A person who closes the page keeps the task for that long. */
export const leaseSeconds = 3_600;
/** Renewed while the page is open, when less is left. */
const renewedBelowMs = 3_000_000;

export const claimsIn = (spaceId: string): Claims => {
  try {
    return JSON.parse(localStorage.getItem(prefix + spaceId) ?? '{}') as Claims;
  } catch {
    return {};
  }
};

export function keepClaims(spaceId: string, claims: Claims): void {
  try {
    if (Object.keys(claims).length > 0) localStorage.setItem(prefix + spaceId, JSON.stringify(claims));
    else localStorage.removeItem(prefix + spaceId);
  } catch {
    // After a reload, nothing is renewed.
  }
}

/** The claims of tasks that have not ended and were not claimed again. A submitted task can come back to who did it. */
export const standing = (claims: Claims, tasks: readonly TaskView[], me: string): Claims =>
  Object.fromEntries(
    tasks
      .filter((task) => task.claimedBy === me && claims[task.taskId] === task.attempt)
      .map(({ taskId, attempt }) => [taskId, attempt]),
  );

/** The tasks whose lease this browser has to renew now. */
export const toRenew = (claims: Claims, tasks: readonly TaskView[], me: string, now: number): TaskView[] => {
  const held = standing(claims, tasks, me);
  return tasks.filter(
    ({ taskId, state, leaseExpiresAt }) =>
      state === 'claimed' && taskId in held && leaseExpiresAt !== undefined && Date.parse(leaseExpiresAt) - now < renewedBelowMs,
  );
};
