import type { TaskView } from '@parley/sdk';

/** What somebody can do with a task. */
export type Step = 'claim' | 'submit' | 'release' | 'verify' | 'return' | 'cancel' | 'redact';

export interface Person {
  me: string;
  isOwner: boolean;
  /** Muted, or the space has ended. */
  isSilent: boolean;
}

/** The next steps that the service would not refuse, the most likely first. */
export function stepsOf({ state, createdBy, claimedBy, redacted }: TaskView, { me, isOwner, isSilent }: Person): Step[] {
  if (isSilent) return [];
  const isMine = claimedBy === me;
  const redact: Step[] = (isOwner || createdBy === me) && !redacted ? ['redact'] : [];
  const cancel: Step[] = isOwner || createdBy === me ? ['cancel', ...redact] : [];
  switch (state) {
    case 'open':
      return ['claim', ...cancel];
    case 'claimed':
      return [...(isMine ? (['submit', 'release'] as const) : []), ...cancel];
    case 'submitted':
      return [...(cancel.length > 0 && !isMine ? (['verify', 'return'] as const) : []), ...cancel];
    case 'verified':
    case 'cancelled':
      return redact;
  }
}

/** Whether a task waits for somebody: to be verified by them, to be done by them, or it is meant for them. */
export function concerns(task: TaskView, person: Person): boolean {
  const steps = stepsOf(task, person);
  return steps.includes('verify') || steps.includes('submit') || (task.state === 'open' && (task.for ?? []).includes(person.me));
}

/** Those that concern somebody first, and otherwise the newest. */
export const byConcern = (tasks: readonly TaskView[], person: Person): TaskView[] =>
  tasks.toSorted((a, b) => Number(concerns(b, person)) - Number(concerns(a, person)));
