import type { Room } from '../../space/room.ts';
import type { Outcome } from '../resource.ts';
import { hashOf } from './address.ts';
import { stateNames } from './task-state.tsx';

const most = 100;

/** The newest tasks, without those that were cancelled. */
export async function outcomesIn({ space }: Room): Promise<Outcome[]> {
  const { tasks } = await space.call('listTasks', { state: 'all', limit: most });
  return tasks
    .filter(({ state }) => state !== 'cancelled')
    .map(({ taskId, title, state, claimedByName }) => ({
      of: state === 'verified' ? 'decided' : 'open',
      title,
      note: [stateNames[state], claimedByName].filter(Boolean).join(': '),
      hash: hashOf(taskId),
    }));
}
