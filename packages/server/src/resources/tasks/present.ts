import type { EventView } from '../../engine/stream/views.ts';
import { task as rules, taskStateOf, type Instant, type Task } from '@parley/core';
import { dateTime, dueField } from '../../engine/present/time.ts';

/** A task at an instant. `leaseId` is for the holder of the lease only. */
export function taskView(stored: Task, now: Instant, leaseId?: string) {
  const task = rules.at(stored, now);
  const { worker, lease, submission, returned, end, sequence, artifactId } = task;
  return {
    taskId: task.taskId,
    ...(sequence !== undefined && { sequence }),
    title: task.title,
    ...(artifactId !== undefined && { artifactId }),
    ...(task.for.length > 0 && { for: [...task.for] }),
    state: taskStateOf(task),
    createdBy: task.createdBy,
    createdByName: task.createdByName,
    createdAt: dateTime(task.createdAt),
    ...(worker && {
      claimedBy: worker.participantId,
      claimedByName: worker.name,
      claimedAt: dateTime(worker.claimedAt),
    }),
    ...(leaseId !== undefined && { leaseId }),
    ...dueField('leaseExpiresAt', lease?.expiresAt),
    attempt: task.attempt,
    revision: task.revision,
    ...(submission && { evidence: submission.evidence, submittedAt: dateTime(submission.at) }),
    ...(returned && { note: returned.note, returnedBy: returned.by, returnedAt: dateTime(returned.at) }),
    ...(end && { endedAt: dateTime(end.at), endedBy: end.by }),
    ...(task.redacted && { redacted: task.redacted }),
  };
}

export const views: { task: EventView<'task'> } = {
  task: ({ leaseExpiresAt, ...task }) => ({
    ...task,
    ...dueField('leaseExpiresAt', leaseExpiresAt),
  }),
};
