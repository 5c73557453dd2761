import { isGone, ServiceError, type ErrorCode, type Participant } from '@parley/core';
import { dateTime } from '../present/time.ts';
import { lookUp, perform, type Call } from './call.ts';
import { spoken } from './messages.ts';
import { isTerminal, type Artifact, type Message, type Task, type TaskState } from './protocol.ts';
import { A2aRefusal, noSuchTask } from './refusal.ts';
import { readTaskId, taskIdOf, type TaskReference } from './task-id.ts';

const mostHistory = 100;

/** The membership that the key of the request belongs to; undefined for an invitation key that no `participantId` goes with. */
export async function membership(
  { spaceId, participantId }: { spaceId: string; participantId?: string | undefined },
  call: Call,
  historyLength = 0,
): Promise<Task | undefined> {
  const { holder, isOver } = await call.service.pipeline.holderOf(spaceId, call.ctx.asking);
  if (holder.kind === 'invitation') return participantId === undefined ? undefined : requested({ spaceId, participantId }, call);
  const { participant } = holder;
  const reference = { spaceId, participantId: participant.participantId };
  if (participantId !== undefined && participantId !== reference.participantId) throw noSuchTask();
  const ended = endOf(participant, isOver);
  if (ended) return taskOf(reference, call, { state: ended });
  const asked = await oldestOpen(reference, call);
  const history = historyLength > 0 ? await latest(reference, Math.min(historyLength, mostHistory), call) : undefined;
  return taskOf(reference, call, {
    state: asked ? 'TASK_STATE_INPUT_REQUIRED' : 'TASK_STATE_WORKING',
    message: asked,
    history,
  });
}

/** The task with this id. Throws if it is not that of the caller. */
export async function getTask(taskId: string, call: Call, historyLength?: number): Promise<Task> {
  const task = await membership(readTaskId(taskId), call, historyLength).catch(hidden);
  if (!task) throw noSuchTask();
  return task;
}

/** To cancel a task is to leave its space. */
export async function cancelTask(taskId: string, call: Call): Promise<Task> {
  const { spaceId } = readTaskId(taskId);
  const { status } = await getTask(taskId, call);
  if (isTerminal(status.state)) throw new A2aRefusal('TASK_NOT_CANCELABLE', 'The task has already ended');
  if (status.state === 'TASK_STATE_AUTH_REQUIRED') {
    throw new A2aRefusal('TASK_NOT_CANCELABLE', 'A request to join cannot be withdrawn; only the owner can decline it');
  }
  await perform('leaveSpace', { spaceId }, call).catch((error: unknown) => {
    if (!hasCode(error, 'key_wrong_type')) throw error;
    throw new A2aRefusal('TASK_NOT_CANCELABLE', 'The owner cannot leave a space, only close it (closeSpace)');
  });
  return getTask(taskId, call);
}

const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof ServiceError && error.code === code;

/** A space that does not exist, and a key that opens nothing in it, hide the task alike. */
function hidden(error: unknown): never {
  const isHidden = error instanceof ServiceError && error.status === 404;
  throw isHidden ? noSuchTask() : error;
}

function endOf(participant: Participant, isOver: boolean): TaskState | undefined {
  if (participant.status === 'kicked') return 'TASK_STATE_CANCELED';
  return isGone(participant) || isOver ? 'TASK_STATE_COMPLETED' : undefined;
}

/** A request to join, as the holder of the invitation key sees it. */
async function requested(reference: TaskReference, call: Call): Promise<Task> {
  const found = await lookUp('getJoinStatus', { ...reference }, call).catch((error: unknown) => {
    if (!hasCode(error, 'join_declined')) throw error;
  });
  if (!found) return taskOf(reference, call, { state: 'TASK_STATE_REJECTED' });
  if ('status' in found) return taskOf(reference, call, { state: 'TASK_STATE_AUTH_REQUIRED' });
  const artifact = { artifactId: 'getJoinStatus', name: 'getJoinStatus', parts: [{ data: found }] };
  return taskOf(reference, call, { state: 'TASK_STATE_WORKING', artifacts: [artifact] });
}

interface Standing {
  state: TaskState;
  message?: Message | undefined;
  artifacts?: Artifact[];
  history?: Message[] | undefined;
}

async function taskOf(reference: TaskReference, { service }: Call, { state, message, ...more }: Standing): Promise<Task> {
  const { spaceId, participantId } = reference;
  const head = await service.source.heads.current(spaceId);
  return {
    id: taskIdOf(reference),
    contextId: spaceId,
    status: { state, ...(message && { message }), timestamp: dateTime(head?.lastMs ?? service.source.now()) },
    ...(more.artifacts && { artifacts: more.artifacts }),
    ...(more.history && { history: more.history }),
    metadata: { participantId, sequence: head?.sequence ?? 0 },
  };
}

/** The message of the oldest open delivery to the participant: the input that is required. */
async function oldestOpen(reference: TaskReference, call: Call): Promise<Message | undefined> {
  const { spaceId } = reference;
  const { credential } = call.ctx.asking;
  // Most tasks have none, and to count costs less than to list.
  if (credential && (await call.service.pipeline.openDeliveries(spaceId, credential)) === 0) return undefined;
  const [delivery] = (await lookUp('listDeliveries', { spaceId, limit: 1 }, call)).deliveries;
  if (!delivery) return undefined;
  const { messages } = await lookUp('listMessages', { spaceId, after: delivery.sequence - 1, limit: 1 }, call);
  return messages[0] && spoken(messages[0], reference);
}

/** The messages among the latest events; fewer if they exceed what one answer can contain. */
async function latest(reference: TaskReference, events: number, call: Call): Promise<Message[]> {
  const { spaceId } = reference;
  const sequence = (await call.service.source.heads.current(spaceId))?.sequence ?? 0;
  for (let count = events; count >= 1; count = Math.floor(count / 2)) {
    const after = Math.max(0, sequence - count);
    const { messages, hasMore } = await lookUp('listMessages', { spaceId, after, limit: count }, call);
    if (!hasMore) return messages.map((view) => spoken(view, reference));
  }
  return [];
}
