import './tasks.css';
import { useId, useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { ShownLink } from '../shown-link.tsx';
import { hash } from '../shown.ts';
import { CreateTask } from './create-task.tsx';
import { personIn } from './person.ts';
import { byConcern, concerns } from './step.ts';
import { taskListOf } from './task-list.ts';
import { TaskState } from './task-state.tsx';
import { hashOf, shownIn } from './address.ts';

/** Others are on the board. */
const mostShown = 4;

/** The tasks beside the list of people: those that concern the reader first. */
export function Tasks({ room }: { room: Room }) {
  const titleId = useId();
  const [isCreating, create] = useState(false);
  const tasks = taskListOf(room).tasks.value ?? [];
  const person = personIn(room);
  const openId = shownIn(hash.value)?.taskId;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>
        Tasks <small>{tasks.length}</small>
      </h2>
      {tasks.length === 0 && <p class="empty">Work that one participant at a time claims, and another one verifies.</p>}
      <ul class="task-links">
        {byConcern(tasks, person)
          .slice(0, mostShown)
          .map((task) => (
            <li key={task.taskId}>
              <ShownLink to={hashOf(task.taskId)} class="section-link" isCurrent={task.taskId === openId}>
                <bdi>{task.title}</bdi> <TaskState state={task.state} />
                {concerns(task, person) && <span class="tag attention">yours</span>}
              </ShownLink>
            </li>
          ))}
      </ul>
      <div class="task-buttons">
        {!person.isSilent && (
          <button type="button" class="quiet" onClick={() => create(true)}>
            New task
          </button>
        )}
        <ShownLink to={hashOf()} class="button quiet">
          Board
        </ShownLink>
      </div>
      {isCreating && <CreateTask room={room} onClose={() => create(false)} />}
    </section>
  );
}
