import { schemas } from '@parley/core';
import { noSuchTask } from './refusal.ts';

/** A task is the membership of one participant in one space. */
export interface TaskReference {
  spaceId: string;
  participantId: string;
}

/** Names the space too, because a key alone does not say which space it opens. */
export const taskIdOf = ({ spaceId, participantId }: TaskReference): string => `${spaceId}.${participantId}`;

export function readTaskId(taskId: string): TaskReference {
  const [space, participant, ...more] = taskId.split('.');
  const spaceId = schemas.id.safeParse(space);
  const participantId = schemas.id.safeParse(participant);
  if (!spaceId.success || !participantId.success || more.length > 0) throw noSuchTask();
  return { spaceId: spaceId.data, participantId: participantId.data };
}
