import { TaskDialog, type StepProps } from './task-dialog.tsx';
import { Whom } from './whom.tsx';

export function ReturnDialog({ task: { taskId, revision, claimedBy, claimedByName }, room, onClose }: StepProps) {
  return (
    <TaskDialog
      title="Return the task"
      button="Return"
      room={room}
      onClose={onClose}
      write={(form, idempotencyKey) =>
        room.space.call('returnTask', { taskId, revision, note: String(form.get('note')).trim() }, { idempotencyKey })
      }
    >
      <div class="field">
        <label for="return-note">
          What is missing, for <Whom id={claimedBy!} then={claimedByName} room={room} />
        </label>
        <textarea id="return-note" name="note" rows={3} required maxLength={500} dir="auto" />
      </div>
    </TaskDialog>
  );
}
