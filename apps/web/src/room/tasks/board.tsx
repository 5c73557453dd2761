import type { TaskView } from '@parley/sdk';
import { useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { ShownLink } from '../shown-link.tsx';
import { AboutTask } from './about-task.tsx';
import { CreateTask } from './create-task.tsx';
import { EndedTasks } from './ended-tasks.tsx';
import { personIn } from './person.ts';
import { Steps } from './steps.tsx';
import { byConcern, concerns } from './step.ts';
import { taskListOf } from './task-list.ts';
import { hashOf } from './address.ts';

const columns = [
  ['open', 'Open', 'Nothing waits to be claimed.'],
  ['claimed', 'In progress', 'Nobody works on a task.'],
  ['submitted', 'Submitted', 'Nothing waits to be verified.'],
] as const;

/** All tasks that have not ended, by state, and on demand those that have. */
export function Board({ room }: { room: Room }) {
  const [isCreating, create] = useState(false);
  const list = taskListOf(room);
  const tasks = list.tasks.value;
  const person = personIn(room);
  return (
    <>
      {!person.isSilent && (
        <p>
          <button type="button" onClick={() => create(true)}>
            New task
          </button>
        </p>
      )}
      {tasks ? (
        <div class="board">
          {columns.map(([state, title, empty]) => {
            const some = byConcern(
              tasks.filter((task) => task.state === state),
              person,
            );
            return (
              <section key={state} aria-labelledby={`tasks-${state}`}>
                <h3 id={`tasks-${state}`}>
                  {title} <small>{some.length}</small>
                </h3>
                {some.length === 0 && <p class="empty">{empty}</p>}
                <ul class="tasks" role="list">
                  {some.map((task) => (
                    <TaskCard key={task.taskId} task={task} isYours={concerns(task, person)} room={room} />
                  ))}
                </ul>
              </section>
            );
          })}
        </div>
      ) : (
        !list.refusal.value && <p role="status">Loading…</p>
      )}
      <EndedTasks room={room} />
      {isCreating && <CreateTask room={room} onClose={() => create(false)} />}
    </>
  );
}

function TaskCard({ task, isYours, room }: { task: TaskView; isYours: boolean; room: Room }) {
  return (
    <li class="task">
      <ShownLink to={hashOf(task.taskId)} class="task-title">
        <bdi>{task.title}</bdi>
      </ShownLink>
      {isYours && <span class="tag attention">yours</span>}
      <AboutTask task={task} room={room} />
      <Steps task={task} room={room} only="claim" />
    </li>
  );
}
