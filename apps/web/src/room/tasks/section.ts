import type { Room } from '../../space/room.ts';
import { taskListOf } from './task-list.ts';

export { Tasks as Section } from './tasks.tsx';

/** Leases have to be renewed. */
export const follow = (room: Room): (() => void) => taskListOf(room).follow();
