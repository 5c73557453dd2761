import type { Room } from '../../space/room.ts';
import { decisionListOf } from './list.ts';

export { Decisions as Section } from './decisions.tsx';

export const follow = (room: Room): (() => void) => decisionListOf(room).follow();
