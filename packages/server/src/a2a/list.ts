import { ServiceError } from '@parley/core';
import type { Call } from './call.ts';
import type { Task } from './protocol.ts';
import type { ListRequest } from './requests.ts';
import { membership } from './tasks.ts';

export interface TaskPage {
  tasks: Task[];
  nextPageToken: string;
  pageSize: number;
  totalSize: number;
}

const defaultPageSize = 50;

/** A key belongs to one space, in which its holder has one task. */
export async function listTasks(request: ListRequest, call: Call): Promise<TaskPage> {
  const { contextId, status, pageSize, statusTimestampAfter: after, historyLength, includeArtifacts } = request;
  if (!contextId) throw new ServiceError('invalid_request', 'contextId is required: a key belongs to one space');
  const task = await membership({ spaceId: contextId.toLowerCase() }, call, historyLength ?? 0);
  const isListed =
    task &&
    (!status || status === 'TASK_STATE_UNSPECIFIED' || status === task.status.state) &&
    (!after || Date.parse(task.status.timestamp) > Date.parse(after));
  const tasks = isListed ? [includeArtifacts ? { artifacts: [], ...task } : task] : [];
  return { tasks, nextPageToken: '', pageSize: pageSize ?? defaultPageSize, totalSize: tasks.length };
}
