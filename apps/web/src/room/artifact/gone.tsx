import { BackButton } from '../back-button.tsx';
import type { Opened } from './opened.ts';
import { useRequest } from '../../space/request.ts';

/** An artifact that was deleted, or never was. */
export function Gone({ opened }: { opened: Opened }) {
  const { send, refusal, isBusy } = useRequest();
  const { room, artifactId } = opened;
  const restore = () =>
    send(['restore', artifactId], async (idempotencyKey) => {
      await room.space.call('restoreArtifact', { artifactId }, { idempotencyKey });
      await opened.read();
    });
  return (
    <>
      <header class="panel-header">
        <BackButton />
      </header>
      <div class="panel-body">
        <h2>This artifact does not exist, or was deleted</h2>
        <p>If it was deleted, whoever deleted it and the owner of the space can restore it with its history.</p>
        <div class="actions">
          <button type="button" disabled={isBusy} onClick={restore}>
            Restore it
          </button>
        </div>
        <p class="said-no" role="alert">
          {refusal}
        </p>
      </div>
    </>
  );
}
