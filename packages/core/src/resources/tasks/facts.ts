import type { Fact } from '../../kernel/facts.ts';
import type { Instant } from '../../kernel/instant.ts';
import { type Task, type TaskAction, type TaskEvidence, type TaskState, taskStateOf } from './entity.ts';

/** What happened to a task. `worker`: who works on it, or did until now. */
export const taskChanged = (action: TaskAction, task: Task, actorId: string, worker: Task['worker'] = task.worker): Fact => ({
  event: 'task',
  body: {
    taskId: task.taskId,
    title: task.title,
    action,
    state: taskStateOf(task),
    createdBy: task.createdBy,
    actorId,
    claimedBy: worker?.participantId,
    leaseExpiresAt: task.lease?.expiresAt,
    artifactId: task.artifactId,
    evidence: action === 'submitted' ? task.submission?.evidence : undefined,
    note: action === 'returned' ? task.returned?.note : undefined,
  },
});

export interface TaskFact {
  taskId: string;
  title: string;
  action: TaskAction;
  state: TaskState;
  createdBy: string;
  actorId: string;
  claimedBy?: string | undefined;
  leaseExpiresAt?: Instant | undefined;
  artifactId?: string | undefined;
  evidence?: TaskEvidence | undefined;
  note?: string | undefined;
}

declare module '../../kernel/facts.ts' {
  interface Facts {
    task: TaskFact;
  }
}
