import { budget, task as rules, taskChanged, type Participant, type SpaceState, type Task, type TaskAction } from '@parley/core';
import { taskView } from './present.ts';
import { Outdated } from '../../engine/write/decide.ts';
import { directed, openTo, receivers, settledAll, type AnnouncedMessage, type DirectedRequest } from '../deliveries/directed.ts';

type TaskSending = Parameters<typeof directed>[0];

type TaskRequest = TaskSending & { input: { taskId: string; leaseId?: string | undefined } };

interface PreparingTask extends DirectedRequest {
  input: { spaceId: string; taskId: string };
  known(): { state: SpaceState } | undefined;
}

/** What was read of a task: it can have moved on since. */
export interface FoundTask {
  task: Task | undefined;
  /** The deliveries of the message that asks for something. */
  announcements: AnnouncedMessage;
  /** How many deliveries of the caller to those whom it tells are open, if they could be too many. */
  open?: ReadonlyMap<string, number> | undefined;
}

/** Reads a task, for callers who are admitted. `tells`: who will get a message. */
export async function stored(
  asked: PreparingTask,
  tells: (known: { state: SpaceState; task: Task }) => string[] = () => [],
): Promise<FoundTask> {
  const { input, env, caller, known } = asked;
  await caller();
  const { state } = known() ?? {};
  const { task } = (await env.tasks.find(input.spaceId, input.taskId)) ?? {};
  const [announcements, open] = await Promise.all([
    env.deliveries.some(input.spaceId, task?.asking?.deliveryIds ?? []),
    state && task ? openTo(tells({ state, task }), asked) : undefined,
  ]);
  return { task, announcements, open };
}

/** Reads nothing of a task that nobody is asked about: the state has all that matters. */
export function storedIfNeeded(asked: PreparingTask): Promise<FoundTask> | undefined {
  const task = asked.known()?.state.tasks.get(asked.input.taskId);
  return task && !task.asking ? undefined : stored(asked);
}

/**
 * The task as it is now. Throws `Outdated` if something was asked, or if it has ended, since it was read, because only the store knows of
 * that.
 */
export function findingTask(
  { state, input, now }: Pick<TaskRequest, 'state' | 'input' | 'now'>,
  found: FoundTask | undefined,
): Task {
  const present = state.tasks.get(input.taskId);
  const isCurrent = present ? present.asking?.messageId === found?.task?.asking?.messageId : found && !isOpen(found.task);
  if (!isCurrent) throw new Outdated();
  return { ...rules.found(state, input.taskId, found?.task, now), ...(found?.task && { sequence: found.task.sequence }) };
}

const isOpen = (task: Task | undefined): boolean => task !== undefined && !task.end;

export const moving = ({ caller, input }: TaskRequest) => ({ caller, leaseId: input.leaseId });

/** What to store when nobody is told. */
export const moved = (action: TaskAction, task: Task, { participantId }: Participant, worker = task.worker) => ({
  changes: { tasks: [task] },
  events: [taskChanged(action, task, participantId, worker)],
});

interface TaskMessage {
  content: string;
  to: readonly string[];
  /** Whether it counts for the agent budget; `ifPossible`: without one nobody is told. */
  spends?: 'always' | 'ifPossible';
  expects?: 'ack' | 'nothing';
  replyTo?: string | undefined;
  /** Who created the task. */
  askers?: readonly string[] | undefined;
  open?: ReadonlyMap<string, number> | undefined;
}

/** A message about a task. */
export function told(asked: TaskSending, { taskId }: Task, { to, spends, expects = 'ack', ...message }: TaskMessage) {
  const isSilent = spends === 'ifPossible' && budget.refusal(asked.state, asked.caller) !== undefined;
  const sent = directed(asked, { ...message, about: { taskId }, to: isSilent ? [] : to, expects, spends: spends !== undefined });
  const { messageId, deliveries, signals, spent, events } = sent;
  return {
    to: receivers(deliveries),
    asking: messageId === undefined ? undefined : { messageId, deliveryIds: deliveries.map(({ deliveryId }) => deliveryId) },
    changes: { ...spent, deliveries, signals },
    events,
  };
}

interface Step {
  before: Task;
  after: Task;
  action: TaskAction;
  message: TaskMessage;
  /** The message asks for something: otherwise claiming its delivery is enough. */
  asks?: boolean;
}

/** Ends what was asked until now, tells those concerned, and stores the task. */
export function concluded(asked: TaskRequest, found: FoundTask, { before, after, action, message, asks = false }: Step) {
  const { caller, now } = asked;
  const replyTo = before.asking?.messageId;
  const how = asks ? { expects: 'ack' as const, askers: [before.createdBy] } : { expects: 'nothing' as const };
  const sent = told(asked, before, { ...message, ...how, replyTo, open: found.open });
  const settled = settledAll(asked, before.asking ?? { deliveryIds: [] }, found.announcements, sent.asking !== undefined);
  const task = { ...after, asking: asks ? sent.asking : undefined };
  const { deliveries } = sent.changes;
  return {
    changes: {
      ...sent.changes,
      deliveries: [...deliveries, ...settled.deliveries],
      ...(task.end ? { forgotten: { tasks: [task] } } : { tasks: [task] }),
    },
    events: [...sent.events, ...settled.events, taskChanged(action, task, caller.participantId, before.worker)],
    outcome: taskView(task, now),
  };
}
