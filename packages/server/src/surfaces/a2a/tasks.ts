import { statusOf, isGone, ServiceError, type ErrorCode, type Instant, type Participant } from '@parley/core';
import {
  isTerminal,
  taskIdOf,
  type Artifact,
  type Message,
  type Task,
  type TaskReference,
  type TaskState,
} from '../../a2a-protocol/protocol.ts';
import { dateTime } from '../../engine/present/time.ts';
import { lookUp, perform, type A2aCall } from './call.ts';
import { latest } from './history.ts';
import { spoken } from './messages.ts';
import { asking } from './questions.ts';
import { A2aRefusal, noSuchTask } from './refusal.ts';
import { readTaskId } from './task-id.ts';

/** The membership that the key of the request belongs to; undefined for an invitation key without a `participantId`. */
export async function membership(
  { spaceId, participantId }: { spaceId: string; participantId?: string | undefined },
  call: A2aCall,
  historyLength = 0,
): Promise<Task | undefined> {
  const { pipeline, source } = call.service;
  const { holder, isOver, state, head } = await pipeline.holderOf(spaceId, call.metadata);
  if (holder.kind === 'invitation') {
    if (participantId === undefined) return undefined;
    return requested({ spaceId, participantId }, state.participants.get(participantId)?.endedAt, call);
  }
  const { participant } = holder;
  const reference = { spaceId, participantId: participant.participantId };
  if (participantId !== undefined && participantId !== reference.participantId) throw noSuchTask();
  const ended = endOf(participant, isOver);
  // A participant who is gone learns nothing about what happened since.
  if (isGone(participant)) {
    const end = await pipeline.endOf(spaceId, participant);
    return taskOf(reference, { state: ended!, position: end ?? { lastMs: participant.endedAt ?? source.now() } });
  }
  if (ended) return taskOf(reference, { state: ended, position: head });
  const asked = await oldestOpen(reference, call);
  const history = historyLength > 0 ? await latest(reference, historyLength, call) : undefined;
  return taskOf(reference, {
    state: asked ? 'TASK_STATE_INPUT_REQUIRED' : 'TASK_STATE_WORKING',
    message: asked,
    history,
    position: await pipeline.headFor(spaceId, call.metadata),
  });
}

/** The task with this id. Throws if it is not that of the caller. */
export async function getTask(taskId: string, call: A2aCall, historyLength?: number): Promise<Task> {
  const task = await membership(readTaskId(taskId), call, historyLength).catch(hidden);
  if (!task) throw noSuchTask();
  return task;
}

/** To cancel a task is to leave its space. */
export async function cancelTask(taskId: string, call: A2aCall): Promise<Task> {
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

/** An unknown space, and a key that does not open the space, get the same refusal. */
function hidden(error: unknown): never {
  const isHidden = error instanceof ServiceError && statusOf(error) === 404;
  throw isHidden ? noSuchTask() : error;
}

function endOf(participant: Participant, isOver: boolean): TaskState | undefined {
  if (participant.status === 'kicked') return 'TASK_STATE_CANCELED';
  return isGone(participant) || isOver ? 'TASK_STATE_COMPLETED' : undefined;
}

/** A request to join, as the holder of the invitation key sees it, who must not learn what happens in the space. */
async function requested(reference: TaskReference, endedAt: Instant | undefined, call: A2aCall): Promise<Task> {
  const position = { lastMs: endedAt ?? call.service.source.now() };
  const found = await lookUp('getJoinStatus', { ...reference }, call).catch((error: unknown) => {
    if (!hasCode(error, 'join_declined')) throw error;
  });
  if (!found) return taskOf(reference, { state: 'TASK_STATE_REJECTED', position });
  if ('status' in found) return taskOf(reference, { state: 'TASK_STATE_AUTH_REQUIRED', position });
  const artifact = { artifactId: 'getJoinStatus', name: 'getJoinStatus', parts: [{ data: found }] };
  return taskOf(reference, { state: 'TASK_STATE_WORKING', artifacts: [artifact], position });
}

interface Standing {
  state: TaskState;
  message?: Message | undefined;
  artifacts?: Artifact[];
  history?: Message[] | undefined;
  /** The newest event that the caller can know of. */
  position: { lastMs: number; sequence?: number };
}

function taskOf(reference: TaskReference, { state, message, position, ...more }: Standing): Task {
  const { spaceId, participantId } = reference;
  return {
    id: taskIdOf(reference),
    contextId: spaceId,
    status: { state, ...(message && { message }), timestamp: dateTime(position.lastMs) },
    ...(more.artifacts && { artifacts: more.artifacts }),
    ...(more.history && { history: more.history }),
    metadata: { participantId, ...(position.sequence !== undefined && { sequence: position.sequence }) },
  };
}

/** The message of the oldest open delivery to the participant: the input that is required. */
async function oldestOpen(reference: TaskReference, call: A2aCall): Promise<Message | undefined> {
  const { spaceId } = reference;
  const { credential } = call.metadata;
  // Most tasks have none, and counting costs less than listing.
  if (credential && (await call.service.pipeline.openDeliveries(spaceId, credential)) === 0) return undefined;
  const [delivery] = (await lookUp('listDeliveries', { spaceId, limit: 1 }, call)).deliveries;
  if (!delivery) return undefined;
  const { messages } = await lookUp('listMessages', { spaceId, after: delivery.sequence - 1, limit: 1 }, call);
  return messages[0] && ((await asking(messages[0], reference, call)) ?? spoken(messages[0], reference, call.service.mint));
}
