import { Dialog } from '../../design/dialog.tsx';
import type { Opened } from './opened.ts';
import { useRequest } from '../../space/request.ts';
import { close } from '../shown.ts';

export function DeleteDialog({ opened, onClose }: { opened: Opened; onClose(): void }) {
  const { send, refusal, isBusy } = useRequest();
  const artifact = opened.artifact.value!;
  const remove = async () => {
    if (await send(['delete', artifact.id], (idempotencyKey) => artifact.delete({ idempotencyKey }))) close();
  };
  return (
    <Dialog title="Delete this artifact?" onClose={onClose}>
      <p>
        Nobody will see <bdi>{artifact.name}</bdi> any more, and its open proposals are rejected. You can restore it later, with
        its history.
      </p>
      <p class="said-no" role="alert">
        {refusal}
      </p>
      <button type="button" class="bad" disabled={isBusy} onClick={remove}>
        Delete
      </button>
    </Dialog>
  );
}
