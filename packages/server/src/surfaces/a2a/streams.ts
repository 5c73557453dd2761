import { ServiceError } from '@parley/core';
import type { Following, Sink } from '../../engine/stream/follow.ts';
import { isTerminal, type SentPart, type Task } from '../../a2a-protocol/protocol.ts';
import type { A2aCall } from './call.ts';
import { OpenDeliveries } from './open-deliveries.ts';
import { A2aRefusal } from './refusal.ts';
import { positionIn, type SendRequest } from './requests.ts';
import { sendConfigured } from './push.ts';
import { spaceOf } from './send.ts';
import { readTaskId } from './task-id.ts';
import { asking } from './questions.ts';
import { getTask } from './tasks.ts';
import { Updates, type Encode } from './updates.ts';

/** A stream: what it sends first, and how it continues unless no updates can follow. */
export interface Streaming {
  first: SentPart;
  /** Whether `first` reports something that took effect, such as a new key: it is sent even if no updates can follow. */
  isDone?: boolean;
  rest?: { following: Following; updates(inner: Sink, encode: Encode): Sink } | undefined;
}

/** Sends a message, and streams what happens from then on, or after a position. */
export async function sendStreaming(request: SendRequest, call: A2aCall): Promise<Streaming> {
  const after = positionIn(request, call.lastEventId) ?? (await headOf(await spaceOf(request.message, call), call));
  const { sent, call: mine } = await sendConfigured(request, call);
  return 'task' in sent ? { ...(await following(sent.task, after, mine)), isDone: true } : { first: sent };
}

/** Streams what happens in the space of a task from now on, or after a position: what the client missed. */
export async function subscribe(taskId: string, request: Parameters<typeof positionIn>[0], call: A2aCall): Promise<Streaming> {
  const { spaceId } = readTaskId(taskId);
  const after = positionIn(request, call.lastEventId) ?? (await headOf(spaceId, call));
  const task = await getTask(taskId, call);
  if (isTerminal(task.status.state))
    throw new A2aRefusal('UNSUPPORTED_OPERATION', 'The task has ended, so no updates can follow');
  return following(task, after, call);
}

const headOf = async (spaceId: string | undefined, { service }: A2aCall): Promise<number> => {
  if (spaceId === undefined || !isSpaceId(spaceId, service)) return 0;
  return (await service.source.heads.current(spaceId))?.sequence ?? 0;
};

const isSpaceId = (spaceId: string, { contract }: A2aCall['service']): boolean =>
  contract.getSpace.input.safeParse({ spaceId }).success;

/** The position from which a client resumes is that of the updates it got, so the first task states where they begin. */
async function following(task: Task, after: number, call: A2aCall): Promise<Streaming> {
  const reference = readTaskId(task.id);
  const permitted = isTerminal(task.status.state) ? undefined : await permission(reference.spaceId, after, call);
  if (!permitted) return { first: { task } };
  const first = { task: { ...task, metadata: { ...task.metadata, sequence: after } } };
  const open = await OpenDeliveries.upTo(after, reference, call);
  return {
    first,
    rest: {
      following: permitted,
      updates: (inner, encode) =>
        new Updates(inner, {
          reference,
          open,
          encode,
          mint: call.service.mint,
          asking: (view) => asking(view, reference, call),
        }),
    },
  };
}

/** Undefined if the caller only asked to join: an invitation key cannot follow the space. */
async function permission(spaceId: string, after: number, { service, metadata }: A2aCall): Promise<Following | undefined> {
  try {
    return await service.follow({ spaceId, lastEventId: String(after) }, metadata);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'key_wrong_type') return undefined;
    throw error;
  }
}
