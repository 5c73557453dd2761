import type { Resource, Source } from '../../resource.ts';
import { isId, short } from '../../naming.ts';
import { localTime } from '../../local-time.ts';
import { harmless } from '../../watch/harmless.ts';
import { addressable } from '../participants/sources.ts';
import { taskCommands } from './commands.ts';

/** The states that a task can have for a verb. */
const statesOf: Readonly<Record<string, readonly string[]>> = {
  claim: ['open'],
  renew: ['claimed'],
  release: ['claimed'],
  submit: ['claimed'],
  verify: ['submitted'],
  return: ['submitted'],
};

const task: Source = async ({ space, verb }) => {
  const { tasks } = await (
    await space()
  ).call('listTasks', { state: ['show', 'redact'].includes(verb) ? 'all' : 'open', limit: 100 });
  return tasks
    .filter(({ state }) => statesOf[verb]?.includes(state) ?? true)
    .map(({ taskId: id, title, state }) => ({ id, about: `${title} (${state})` }));
};

export const tasks: Resource = {
  help: { heading: 'Tasks', commands: [taskCommands] },
  sources: { task, for: addressable },
  failures: {
    task_not_found: { reason: 'notFound', hint: '`parley tasks` lists them' },
    task_claimed: { reason: 'conflict', hint: '`parley tasks` shows which are open' },
    task_ended: { reason: 'conflict', hint: '`parley task show` shows who ended it, and when' },
    task_conflict: { reason: 'conflict', hint: '`parley task show` shows its state' },
    own_work: { reason: 'error' },
  },
  claimedBy: '`parley task claim`',
  synonyms: {
    tasks: 'todo todos board kanban work',
    'task create': 'assign todo',
    'task claim': 'take',
    'task submit': 'finish done complete',
    'task verify': 'check approve',
    'task redact': 'delete erase',
  },
  exported: 'tasks',
  toolList: 'tasks',
  commandAbout: ({ taskId }) => (isId(taskId) ? `parley task show ${short(taskId)}` : undefined),
  waiting: ({ tasks }) =>
    tasks.map(({ taskId, title, state, leaseExpiresAt }) => ({
      id: taskId,
      line: harmless(`Task ${title}: ${leaseExpiresAt === undefined ? state : `yours until ${localTime(leaseExpiresAt)}`}`),
    })),
};
