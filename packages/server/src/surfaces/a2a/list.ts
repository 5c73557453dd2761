import type { Task } from '../../a2a-protocol/protocol.ts';
import type { A2aCall } from './call.ts';
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
export async function listTasks(request: ListRequest, call: A2aCall): Promise<TaskPage> {
  const { contextId, status, pageSize, statusTimestampAfter: after, historyLength, includeArtifacts } = request;
  const spaceId = contextId?.toLowerCase() || (await call.service.pipeline.spaceOf(call.metadata));
  const task = await membership({ spaceId }, call, historyLength ?? 0);
  const isListed =
    task && (!status || status === task.status.state) && (!after || Date.parse(task.status.timestamp) > Date.parse(after));
  const tasks = isListed ? [includeArtifacts ? { artifacts: [], ...task } : task] : [];
  return { tasks, nextPageToken: '', pageSize: pageSize ?? defaultPageSize, totalSize: tasks.length };
}
