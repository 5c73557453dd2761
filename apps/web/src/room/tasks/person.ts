import type { Room } from '../../space/room.ts';
import type { Person } from './step.ts';

/** Who looks at the tasks of a room. */
export const personIn = ({ me, isOwner, isReader, ended }: Room): Person => ({
  me,
  isOwner: isOwner.value,
  isSilent: isReader.value || ended.value !== undefined,
});
