import type { Instant, SignalBody } from '@parley/core';
import { dateTime } from '../../../../engine/present/time.ts';
import { legacyTask } from '../../../../a2a-protocol/legacy.ts';
import { taskIdOf, type TaskState, type Version } from '../../../../a2a-protocol/protocol.ts';

interface Circumstances {
  version: Version;
  state: TaskState;
  at: Instant;
  /** The sequence of the first event that was stored with the signal. */
  sequence: number | undefined;
}

/** The body of a push notification: a reference to a delivery, or the task alone, without what anyone wrote. */
export function notificationOf(body: SignalBody, { version, state, at, sequence }: Circumstances): object {
  const { spaceId, participantId } = body;
  const delivery =
    'deliveryId' in body
      ? {
          event: 'delivery',
          sequence: body.sequence ?? sequence,
          deliveryId: body.deliveryId,
          messageId: body.messageId,
          ...('outcome' in body && { outcome: body.outcome }),
        }
      : undefined;
  const taskId = taskIdOf({ spaceId, participantId });
  const status = { state, timestamp: dateTime(at) };
  if (delivery && version === '1.0') return { statusUpdate: { taskId, contextId: spaceId, status, metadata: delivery } };
  const task = { id: taskId, contextId: spaceId, status, metadata: { participantId, ...delivery } };
  return version === '1.0' ? { task } : legacyTask(task);
}
