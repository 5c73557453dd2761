import type { TaskView } from '@parley/sdk';
import type { ComponentChildren } from 'preact';
import { Dialog } from '../../design/dialog.tsx';
import { Refusal } from '../../design/refusal.tsx';
import { useRequest } from '../../space/request.ts';
import type { Room } from '../../space/room.ts';
import { taskListOf } from './task-list.ts';

export interface StepProps {
  task: TaskView;
  room: Room;
  onClose(): void;
}

interface TaskDialogProps extends Omit<StepProps, 'task'> {
  title: string;
  button: string;
  isBad?: boolean;
  children: ComponentChildren;
  /** What the form says is all that is sent. */
  write(form: FormData, idempotencyKey: string): PromiseLike<TaskView>;
  onDone?(task: TaskView): void;
}

/** A form that creates or changes a task. */
export function TaskDialog({ title, button, isBad = false, room, children, write, onDone, onClose }: TaskDialogProps) {
  const { send, refusal, isBusy } = useRequest();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const list = taskListOf(room);
    const task = await send(
      [title, ...form],
      (idempotencyKey) => write(form, idempotencyKey),
      () => (void list.load(), false),
    );
    if (!task) return;
    list.learn(task);
    onClose();
    onDone?.(task);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        <Refusal text={refusal} />
        <button class={isBad ? 'bad' : undefined} disabled={isBusy}>
          {button}
        </button>
      </form>
    </Dialog>
  );
}
