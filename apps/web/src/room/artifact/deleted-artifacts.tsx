import type { ArtifactView } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { useRequest } from '../../space/request.ts';
import { show } from '../shown.ts';
import { hashOf } from './address.ts';

/** What was deleted, and can be restored by the reader. */
export function DeletedArtifacts({ room }: { room: Room }) {
  const [isOpen, open] = useState(false);
  const [artifacts, hold] = useState<readonly ArtifactView[]>();
  const { send, refusal, refuse, isBusy } = useRequest();
  useEffect(() => {
    if (!isOpen) return;
    room.space.call('listArtifacts', { deleted: true }).then(
      (list) => hold(list.artifacts),
      (error: Error) => refuse(error.message),
    );
  }, [isOpen, room.artifacts.value.length]);
  const restore = async (id: string) => {
    const restored = await send(['restore', id], (idempotencyKey) =>
      room.space.call('restoreArtifact', { artifactId: id }, { idempotencyKey }),
    );
    if (restored) show(hashOf({ view: 'text', artifactId: id }));
  };
  return (
    <details class="deleted" onToggle={(event) => open(event.currentTarget.open)}>
      <summary>Deleted artifacts</summary>
      {!artifacts && !refusal && <p role="status">Loading…</p>}
      {artifacts?.length === 0 && <p class="empty">None.</p>}
      <ul>
        {artifacts?.map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            <button type="button" class="quiet" disabled={isBusy} onClick={() => restore(id)}>
              Restore<span class="unseen"> {name}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="said-no" role="alert">
        {refusal}
      </p>
    </details>
  );
}
