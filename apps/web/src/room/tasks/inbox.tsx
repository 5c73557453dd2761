import type { TaskView } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { Link } from '../../app/link.tsx';
import { roomAddress } from '../../app/place.ts';
import type { Seen, Waiting } from '../resource.ts';
import { hashOf } from './address.ts';
import { concerns } from './step.ts';
import { TaskState } from './task-state.tsx';

const most = 100;

/** Those that somebody has to do or to verify, or that are meant for them. */
export async function waitingIn(space: CompactSpace, { participants }: Seen): Promise<readonly Waiting[]> {
  const me = participants.find(({ participantId }) => participantId === space.participantId);
  if (!me) return [];
  const person = { me: me.participantId, isOwner: me.isOwner, isSilent: me.status === 'muted' };
  const { tasks } = await space.call('listTasks', { limit: most }, { maxRetries: 1 });
  return tasks
    .filter((task) => concerns(task, person))
    .map((task) => ({
      id: task.taskId,
      title: task.title,
      hash: hashOf(task.taskId),
      isAnnouncedBy: ({ taskId }) => taskId === task.taskId,
      show: () => <TaskNote task={task} spaceId={space.spaceId} />,
    }));
}

function TaskNote({ task: { taskId, title, state }, spaceId }: { task: TaskView; spaceId: string }) {
  return (
    <>
      <p>
        <bdi class="name">{title}</bdi> <TaskState state={state} />
      </p>
      <div class="buttons">
        <Link class="button" to={roomAddress(spaceId) + hashOf(taskId)}>
          Open the task
        </Link>
      </div>
    </>
  );
}
