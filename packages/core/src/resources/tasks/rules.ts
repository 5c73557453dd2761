import { inQuotes } from '../../kernel/envelope.ts';
import { missing } from './errors.ts';
import { notFound, ServiceError } from '../../kernel/errors.ts';
import type { Instant } from '../../kernel/instant.ts';
import type { Lease } from '../../kernel/lease.ts';
import { redactedTitle, type Redaction } from '../../kernel/redaction.ts';
import { displayName } from '../participants/display-names.ts';
import type { Participant } from '../participants/entity.ts';
import type { Task, TaskEnd, TaskEvidence } from './entity.ts';
import { defaultLeaseSeconds } from '../../kernel/lease-limits.ts';
import { maxOpenTasks } from './limits.ts';
import { taskStateOf } from './entity.ts';
import { dueTime } from '../../kernel/standstill.ts';
import { type SpaceState } from '../../kernel/state.ts';
import { counted } from '../../kernel/words.ts';
import { assertAllowed } from '../../kernel/assertions.ts';
import { assertRoom } from '../../kernel/assertions.ts';
import { isHere } from '../participants/rules.ts';

/** What its creator says of a task. */
type TaskWish = Pick<Task, 'taskId' | 'title' | 'artifactId' | 'for'>;

/** A new task. Throws if too many have not ended. */
export function create(state: SpaceState, wish: TaskWish, creator: Participant, now: Instant): Task {
  assertRoom(state.tasks.size, maxOpenTasks, 'tasks that have not ended');
  return {
    ...wish,
    createdBy: creator.participantId,
    createdByName: displayName(state, creator),
    createdAt: now,
    attempt: 0,
    revision: 0,
  };
}

export const hasLapsed = ({ lease }: Pick<Task, 'lease'>, now: Instant): boolean => lease !== undefined && now >= lease.expiresAt;

/** Nobody works on it any more. */
export const opened = (task: Task): Task => ({ ...task, worker: undefined, lease: undefined });

/** The task at an instant: an expired lease counts as absent. */
export const at = (task: Task, now: Instant): Task => (hasLapsed(task, now) ? opened(task) : task);

/**
 * The task with this id, if it has not ended.
 * @param stored - As the store has it, if it was read: one that has ended is no longer in the state.
 */
export function found({ tasks }: SpaceState, taskId: string, stored: Task | undefined, now: Instant): Task {
  const task = tasks.get(taskId);
  if (task) return at(task, now);
  if (stored?.end) throw new ServiceError('task_ended', `The task has already ended: it is ${stored.end.state}`);
  throw notFound(missing.taskId);
}

/** Throws 409 if somebody works on it or has submitted it, or if the caller works on as many tasks as the space permits. */
export function claim(state: SpaceState, task: Task, lease: Lease, caller: Participant, now: Instant): Task {
  if (task.worker) throw claimedBy(task, caller);
  const held = heldBy(state, caller.participantId, now);
  const most = state.space.tasksPerParticipant ?? 1;
  if (held.length >= most) {
    const message = `You can work on ${counted(most, 'task')} at a time: first submit or release ${inQuotes(held[0]!.title)}`;
    throw new ServiceError('limit_reached', message);
  }
  return {
    ...task,
    attempt: task.attempt + 1,
    worker: { participantId: caller.participantId, name: displayName(state, caller), claimedAt: now },
    lease,
  };
}

/** Only who holds the lease can do this. */
interface Holding {
  readonly caller: Pick<Participant, 'participantId'>;
  /** The lease that the caller has shown. */
  readonly leaseId?: string | undefined;
}

export const renew = (task: Task, holding: Holding, expiresAt: Instant): Task => ({
  ...task,
  lease: { ...leaseIn(task, holding), expiresAt },
});

export function release(task: Task, holding: Holding): Task {
  leaseIn(task, holding);
  return opened(task);
}

export function submit(task: Task, holding: Holding, evidence: TaskEvidence, now: Instant): Task {
  leaseIn(task, holding);
  return { ...task, revision: task.revision + 1, lease: undefined, submission: { evidence, at: now }, returned: undefined };
}

/** @param read - The submission that the caller has read. */
export function verify(task: Task, caller: Participant, read: number | undefined, now: Instant): Task {
  assertVerifies(task, caller, read);
  return ended(task, { state: 'verified', at: now, by: caller.participantId });
}

/** The lease of who continues with a returned task. */
export const leaseOfReturned = (leaseId: string, now: Instant): Lease => ({
  leaseId,
  expiresAt: now + defaultLeaseSeconds * 1000,
});

/** Who submitted it continues under this lease, if they can; otherwise it is open. */
export function giveBack(
  state: SpaceState,
  task: Task,
  { lease, caller, note, read }: { lease: Lease; caller: Participant; note: string; read: number | undefined },
  now: Instant,
): Task {
  assertVerifies(task, caller, read);
  const returned = { ...task, submission: undefined, returned: { by: caller.participantId, at: now, note } };
  return canWork(state, task.worker!.participantId) ? { ...returned, lease } : opened(returned);
}

export function cancel(task: Task, caller: Participant, now: Instant): Task {
  assertOversees(task, caller, 'cancel it');
  return ended(task, { state: 'cancelled', at: now, by: caller.participantId });
}

/** Throws if a participant must not erase the texts of a task. */
export const assertRedactable = (task: Task, caller: Participant): void => assertOversees(task, caller, 'erase its texts');

interface TaskTexts {
  title: string;
  text?: string | undefined;
  note?: string | undefined;
  evidence?: TaskEvidence | undefined;
}

const withoutNote = ({ note: _, ...evidence }: TaskEvidence): TaskEvidence => evidence;

/** What says something of a task, without its texts. */
export const withoutTexts = <These extends TaskTexts>(these: These): These => ({
  ...these,
  title: redactedTitle,
  text: undefined,
  note: undefined,
  evidence: these.evidence && withoutNote(these.evidence),
});

/** A task without its texts. It goes on as it was. */
export const redact = (task: Task, redacted: Redaction): Task => ({
  ...task,
  title: redactedTitle,
  submission: task.submission && { ...task.submission, evidence: withoutNote(task.submission.evidence) },
  returned: undefined,
  redacted,
});

/** Differs whenever the log has got another event about the task. */
export const stepOf = ({ attempt, revision, worker, submission, end }: Task): string =>
  [attempt, revision, worker?.participantId, submission?.at, end?.at].join(' ');

const ended = (task: Task, end: TaskEnd): Task => ({ ...task, lease: undefined, end });

const assertOversees = ({ createdBy }: Task, { participantId, isOwner }: Participant, what: string): void =>
  assertAllowed(isOwner || participantId === createdBy, `the creator of the task and the owner of the space can ${what}`);

/** Throws unless the caller can say whether the work is done: never who did it. */
function assertVerifies(task: Task, caller: Participant, read: number | undefined): void {
  if (task.worker?.participantId === caller.participantId && task.submission) {
    throw new ServiceError('own_work', 'You did this work, so somebody else verifies it: the creator of the task or the owner');
  }
  assertOversees(task, caller, 'verify or return it');
  if (!task.submission) {
    throw new ServiceError('task_conflict', `The task is not submitted: it is ${taskStateOf(task)}`);
  }
  if (read !== undefined && read !== task.revision) {
    throw new ServiceError('task_conflict', `The task was submitted again meanwhile: it is at revision ${task.revision}`);
  }
}

/** Those who are asked to verify: the creator, or the owner if the creator did the work or cannot. */
export function verifiers(state: SpaceState, { createdBy, worker }: Task): string[] {
  const canVerify = (id: string) => id !== worker?.participantId && isHere(state, id) && canWork(state, id);
  return [createdBy, state.space.ownerId].filter(canVerify).slice(0, 1);
}

function canWork({ participants }: SpaceState, participantId: string): boolean {
  return participants.get(participantId)?.status === 'active';
}

/** The tasks that a participant works on. */
export const heldBy = ({ tasks }: SpaceState, participantId: string, now: Instant): Task[] =>
  [...tasks.values()].filter(({ worker, lease }) => lease && now < lease.expiresAt && worker?.participantId === participantId);

/** How many have not ended, by state. */
export interface Counts {
  readonly open: number;
  readonly claimed: number;
  readonly submitted: number;
}

export function counts({ tasks }: Pick<SpaceState, 'tasks'>, now: Instant): Counts | undefined {
  if (tasks.size === 0) return undefined;
  const count = { open: 0, claimed: 0, submitted: 0 };
  for (const task of tasks.values()) count[taskStateOf(at(task, now)) as keyof Counts] += 1;
  return count;
}

/** The lease of the caller. Throws if the caller does not hold one, or shows the id of another. */
function leaseIn(task: Task, { caller, leaseId }: Holding): Lease {
  const { lease, worker, submission } = task;
  const isMine = worker?.participantId === caller.participantId;
  if (isMine && submission) throw new ServiceError('task_conflict', 'You have already submitted the task');
  if (worker && !isMine) throw claimedBy(task, caller);
  if (!lease) throw new ServiceError('lease_lost', 'You do not hold the lease of the task: claim it first');
  if (leaseId !== undefined && leaseId !== lease.leaseId) {
    throw new ServiceError('lease_lost', 'The task has another lease now: yours has expired, or never was');
  }
  return lease;
}

function claimedBy({ worker, lease, submission }: Task, caller: Pick<Participant, 'participantId'>): ServiceError {
  const { participantId, name } = worker!;
  const leaseExpiresAt = lease && dueTime(lease.expiresAt);
  const isMine = participantId === caller.participantId;
  const who = isMine ? 'You' : inQuotes(name);
  const work = isMine ? 'work' : 'works';
  const message = submission
    ? `${who} ${isMine ? 'have' : 'has'} already submitted the task`
    : `${who} already ${work} on the task${leaseExpiresAt ? `, until ${leaseExpiresAt} or longer` : ''}`;
  return new ServiceError('task_claimed', message, {
    claimedBy: participantId,
    claimedByName: name,
    ...(leaseExpiresAt && { leaseExpiresAt }),
  });
}

const about = ({ title }: Pick<Task, 'title'>): string => `the task ${inQuotes(title)}`;

/** The texts of the messages about a task. */
export const messages = {
  asked: (task: Task): string => `I created ${about(task)} for you`,
  submitted: (task: Task): string => {
    const note = task.submission?.evidence.note;
    return `I submitted ${about(task)}${note === undefined ? '' : `: ${note}`}`;
  },
  returned: (task: Task): string => `I returned ${about(task)}: ${task.returned!.note}`,
  ended: (task: Task): string => `I ${task.end!.state} ${about(task)}`,
};
