import { TaskDialog, type StepProps } from './task-dialog.tsx';

export function RedactDialog({ task: { taskId, title }, room, onClose }: StepProps) {
  return (
    <TaskDialog
      title="Delete the texts of this task?"
      button="Delete for everyone"
      isBad
      room={room}
      onClose={onClose}
      write={(_, idempotencyKey) => room.space.call('redactTask', { taskId }, { idempotencyKey })}
    >
      <p>
        The title <bdi>{title}</bdi>, the text, the notes and the messages about it are erased for good. The task itself stays as
        it is.
      </p>
    </TaskDialog>
  );
}
