import type { Space, TaskView, TaskWithText } from '@parley/sdk';
import { isId, theOne } from '../naming.ts';

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

/** A task by its id or the start of its id; one that has not ended, if the start fits one. */
export async function taskNamed(space: Space, query: string): Promise<TaskWithText> {
  const wanted = query.toLowerCase();
  const taskId = isId(wanted) ? wanted : (await begunBy(space, wanted)).taskId;
  return space.call('getTask', { taskId });
}

async function begunBy(space: Space, wanted: string): Promise<TaskView> {
  const open = await everyTask(space, 'open');
  const isOpen = open.some(({ taskId }) => taskId.startsWith(wanted));
  const all = isOpen ? open : await everyTask(space, 'all');
  return theOne('task', all, wanted, ({ taskId: id, title: label }) => ({ id, label }));
}
