import { task as rules, taskStateOf, type catchUp } from '@parley/core';
import { dueField } from '../../engine/present/time.ts';
import type { Reader } from '../../engine/resource.ts';

/** What the reader works on, then what it can verify, then what is meant for it. */
export function tasksFor({ state, caller, now }: Reader): catchUp.TodoItems['tasks'][] {
  const { participantId, status } = caller;
  const all = [...state.tasks.values()].map((task) => rules.at(task, now));
  const mine = all.filter(({ worker, lease }) => lease && worker?.participantId === participantId);
  const submitted = all.filter((task) => task.submission && rules.verifiers(state, task).includes(participantId));
  const meant = status === 'muted' ? [] : all.filter((task) => !task.worker && task.for.includes(participantId));
  return [...mine, ...submitted, ...meant].map((task) => ({
    ...{ taskId: task.taskId, title: task.title, state: taskStateOf(task), createdBy: task.createdBy },
    ...dueField('leaseExpiresAt', task.lease?.expiresAt),
  }));
}
