import { Dialog } from '../../design/dialog.tsx';
import type { Opened } from './opened.ts';
import { useRequest } from '../../space/request.ts';

export function RenameDialog({ opened, onClose }: { opened: Opened; onClose(): void }) {
  const { send, refusal, isBusy } = useRequest();
  const artifact = opened.artifact.value!;
  const rename = async (event: SubmitEvent) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget as HTMLFormElement).get('name')).trim();
    const renamed = await send(['rename', name], (idempotencyKey) => artifact.rename(name, { idempotencyKey }));
    if (!renamed) return;
    opened.show();
    onClose();
  };
  return (
    <Dialog title="Rename the artifact" onClose={onClose}>
      <form onSubmit={rename}>
        <div class="field">
          <label for="artifact-new-name">Name</label>
          <input
            id="artifact-new-name"
            name="name"
            required
            maxLength={200}
            dir="auto"
            autocomplete="off"
            defaultValue={artifact.name}
          />
        </div>
        <p class="said-no" role="alert">
          {refusal}
        </p>
        <button disabled={isBusy}>Rename</button>
      </form>
    </Dialog>
  );
}
