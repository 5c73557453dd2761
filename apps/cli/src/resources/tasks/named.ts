import type { Space, TaskView, TaskWithText } from '@parley/sdk';
import { matching } from '@parley/core/names';
import { isId, theOne } from '../../naming.ts';

const mostPerPage = 100;

export type Which = 'open' | 'all';

/** The tasks of a space, newest first. */
export async function everyTask(space: Space, state: Which, mine = false): Promise<TaskView[]> {
  const all: TaskView[] = [];
  for (let before: number | undefined; ;) {
    const { tasks } = await space.call('listTasks', { state, mine, before, limit: mostPerPage });
    all.push(...tasks);
    const oldest = tasks.at(-1)?.sequence ?? 0;
    if (tasks.length < mostPerPage || oldest >= (before ?? Infinity)) return all;
    before = oldest;
  }
}

/** A task by its title, its number, its id or the start of one; one that has not ended, if it fits one. */
export async function taskNamed(space: Space, query: string): Promise<TaskWithText> {
  const wanted = query.toLowerCase();
  const taskId = isId(wanted) ? wanted : (await meant(space, query)).taskId;
  return space.call('getTask', { taskId });
}

async function meant(space: Space, query: string): Promise<TaskView> {
  const open = await everyTask(space, 'open');
  const isOpen = matching(open, query, handleOf).length > 0;
  return theOne('task', isOpen ? open : await everyTask(space, 'all'), query, handleOf);
}

const handleOf = ({ taskId: id, title, sequence }: TaskView) => ({ id, names: [title], sequence });
