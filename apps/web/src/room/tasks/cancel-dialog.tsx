import { TaskDialog, type StepProps } from './task-dialog.tsx';
import { Whom } from './whom.tsx';

export function CancelDialog({ task: { taskId, title, claimedBy, claimedByName }, room, onClose }: StepProps) {
  return (
    <TaskDialog
      title="Cancel this task?"
      button="Cancel the task"
      isBad
      room={room}
      onClose={onClose}
      write={(_, idempotencyKey) => room.space.call('cancelTask', { taskId }, { idempotencyKey })}
    >
      <p>
        Nobody can work on <bdi>{title}</bdi> any more.
        {claimedBy !== undefined && claimedBy !== room.me && (
          <>
            {' '}
            <Whom id={claimedBy} then={claimedByName} room={room} /> gets a message.
          </>
        )}
      </p>
    </TaskDialog>
  );
}
