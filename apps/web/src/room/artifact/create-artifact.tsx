import '../notice.css';
import { NameTakenError } from '@parley/sdk';
import { useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { Dialog } from '../../design/dialog.tsx';
import { useRequest } from '../../space/request.ts';
import { show } from '../shown.ts';
import { hashOf } from './address.ts';

export function CreateArtifact({ room, onClose }: { room: Room; onClose(): void }) {
  const { send, refusal, isBusy } = useRequest();
  const [taken, findTaken] = useState<string>();
  const open = (artifactId: string) => {
    onClose();
    show(hashOf({ view: 'text', artifactId }));
  };
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    findTaken(undefined);
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [name, content] = [String(form.get('name')).trim(), String(form.get('content'))];
    const artifact = await send(
      [name, content],
      (idempotencyKey) =>
        room.space.call('createArtifact', { type: 'markdown', name, content, ifExists: 'refuse' }, { idempotencyKey }),
      (error) => {
        if (!(error instanceof NameTakenError)) return false;
        findTaken(error.artifactId);
        return true;
      },
    );
    if (artifact) open(artifact.id);
  };
  return (
    <Dialog title="New artifact" onClose={onClose}>
      <form onSubmit={create}>
        <div class="field">
          <label for="artifact-name">Name</label>
          <input id="artifact-name" name="name" required maxLength={200} dir="auto" autocomplete="off" placeholder="Plan" />
        </div>
        <div class="field">
          <label for="artifact-start">
            Text, in Markdown <small>(optional)</small>
          </label>
          <textarea id="artifact-start" name="content" rows={5} dir="auto" />
        </div>
        {taken !== undefined && (
          <p role="alert" class="notice">
            There is already an artifact of this name.{' '}
            <button type="button" class="quiet" onClick={() => open(taken)}>
              Open it
            </button>
          </p>
        )}
        <p class="said-no" role="alert">
          {refusal}
        </p>
        <button disabled={isBusy}>Create</button>
      </form>
    </Dialog>
  );
}
