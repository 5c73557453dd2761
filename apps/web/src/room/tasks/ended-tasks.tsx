import type { TaskView } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { whyNot } from '../../space/refusal.ts';
import type { Room } from '../../space/room.ts';
import { ShownLink } from '../shown-link.tsx';
import { AboutTask } from './about-task.tsx';
import { taskListOf } from './task-list.ts';
import { TaskState } from './task-state.tsx';
import { hashOf } from './address.ts';

const pageSize = 100;

/** Those that were verified or cancelled, newest first, once somebody asks for them. */
export function EndedTasks({ room }: { room: Room }) {
  const [isOpen, open] = useState(false);
  const [tasks, hold] = useState<readonly TaskView[]>();
  const [before, goOn] = useState<number>();
  const [refusal, refuse] = useState('');
  const load = (from?: number) =>
    room.space.call('listTasks', { state: 'all', limit: pageSize, before: from }).then(
      (page) => {
        const ended = page.tasks.filter(({ endedAt }) => endedAt !== undefined);
        hold((known = []) => (from === undefined ? ended : [...known, ...ended]));
        goOn(page.tasks.length === pageSize ? page.tasks.at(-1)?.sequence : undefined);
        refuse('');
      },
      (error: unknown) => refuse(whyNot(error)),
    );
  // A task that leaves the list has ended.
  useEffect(() => {
    if (isOpen) void load();
  }, [isOpen, taskListOf(room).tasks.value?.length]);
  return (
    <details class="ended-tasks" onToggle={(event) => open(event.currentTarget.open)}>
      <summary>Verified and cancelled</summary>
      <p class="said-no" role="alert">
        {refusal}
      </p>
      {!tasks && !refusal && <p role="status">Loading…</p>}
      {tasks?.length === 0 && before === undefined && <p class="empty">No task has ended yet.</p>}
      <ul class="tasks" role="list">
        {tasks?.map((task) => (
          <li key={task.taskId} class="task">
            <ShownLink to={hashOf(task.taskId)} class="task-title">
              <bdi>{task.title}</bdi>
            </ShownLink>
            <TaskState state={task.state} />
            <AboutTask task={task} room={room} />
          </li>
        ))}
      </ul>
      {before !== undefined && (
        <button type="button" class="quiet" onClick={() => load(before)}>
          Older tasks
        </button>
      )}
    </details>
  );
}
