import type { TaskView, TaskWithText } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { whyNot } from '../../space/refusal.ts';
import type { Room } from '../../space/room.ts';
import { Markdown } from '../../text/markdown.tsx';
import { Redacted } from '../redacted.tsx';
import { When } from '../when.tsx';
import { ShownLink } from '../shown-link.tsx';
import { AboutTask } from './about-task.tsx';
import { EvidenceLink } from './evidence-link.tsx';
import { Steps } from './steps.tsx';
import { readTask, taskListOf } from './task-list.ts';
import { TaskState } from './task-state.tsx';
import { Whom } from './whom.tsx';
import { hashOf } from '../artifact/address.ts';

/** A task with its text, its evidence and its next steps. */
export function OneTask({ room, taskId }: { room: Room; taskId: string }) {
  const listed = taskListOf(room).tasks.value?.find((task) => task.taskId === taskId);
  const [read, hold] = useState<TaskWithText | 'missing'>();
  const [refusal, refuse] = useState('');
  // One that is not listed has ended, unless the list is still loading.
  useEffect(() => {
    readTask(room, taskId).then(
      (task) => hold(task ?? 'missing'),
      (error: unknown) => refuse(whyNot(error)),
    );
  }, [listed === undefined, room.latest('text-redacted').value]);
  if (read === 'missing') return <p role="alert">There is no such task in this space.</p>;
  const task: TaskView | undefined = listed ?? read;
  if (!task) return <p role={refusal ? 'alert' : 'status'}>{refusal || 'Loading…'}</p>;
  const artifact = room.artifacts.value.find(({ id }) => id === task.artifactId);
  return (
    <>
      <div class="task-head">
        <h3>
          <bdi>{task.title}</bdi>
        </h3>
        <p>
          <TaskState state={task.state} /> <AboutTask task={task} room={room} />
        </p>
      </div>
      {task.redacted && <Redacted {...task.redacted} room={room} />}
      {read?.text && !task.redacted && <Markdown text={read.text} />}
      {artifact && (
        <p>
          About{' '}
          <ShownLink to={hashOf({ view: 'text', artifactId: artifact.id })}>
            <bdi>{artifact.name}</bdi>
          </ShownLink>
        </p>
      )}
      {task.note !== undefined && (
        <div class="notice">
          <p>
            Returned
            {task.returnedBy && (
              <>
                {' '}
                by <Whom id={task.returnedBy} room={room} />
              </>
            )}
            :
          </p>
          <p dir="auto" class="as-written">
            {task.note}
          </p>
        </div>
      )}
      {task.evidence && (
        <div class="evidence">
          <h4>Evidence</h4>
          <EvidenceLink evidence={task.evidence} room={room} />
          {task.submittedAt && (
            <small>
              submitted <When at={task.submittedAt} />
            </small>
          )}
        </div>
      )}
      <Steps task={task} room={room} />
    </>
  );
}
