import { id } from '@parley/core';
import type { TaskReference } from '../../a2a-protocol/protocol.ts';
import { noSuchTask } from './refusal.ts';

export function readTaskId(taskId: string): TaskReference {
  const [space, participant, ...more] = taskId.split('.');
  const spaceId = id.safeParse(space);
  const participantId = id.safeParse(participant);
  if (!spaceId.success || !participantId.success || more.length > 0) throw noSuchTask();
  return { spaceId: spaceId.data, participantId: participantId.data };
}
