import '../notice.css';
import '../panel.css';
import './tasks.css';
import { useEffect, useRef } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { BackButton } from '../back-button.tsx';
import { ShownLink } from '../shown-link.tsx';
import { Board } from './board.tsx';
import { OneTask } from './one-task.tsx';
import { taskListOf } from './task-list.ts';
import { hashOf, shownIn } from './address.ts';

/** The tasks, or one of them, beside the conversation. */
export function TaskPanel({ room, hash }: { room: Room; hash: string }) {
  const taskId = shownIn(hash)?.taskId;
  const list = taskListOf(room);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => () => void (list.said.value = ''), [taskId]);
  useEffect(() => {
    // What was pressed is often gone with the view before.
    if (document.activeElement === document.body) body.current?.focus();
  }, [taskId]);
  return (
    <>
      <header class="panel-header">
        <BackButton />
        <h2>{taskId === undefined ? 'Tasks' : 'Task'}</h2>
        {taskId !== undefined && (
          <ShownLink to={hashOf()} class="button quiet">
            All tasks
          </ShownLink>
        )}
      </header>
      <p class="said-no" role="alert">
        {list.said.value || list.refusal.value}
      </p>
      <div class="panel-body" key={taskId} ref={body} tabIndex={-1}>
        {taskId === undefined ? <Board room={room} /> : <OneTask room={room} taskId={taskId} />}
      </div>
    </>
  );
}
