import type { Opened } from './opened.ts';
import { useRequest } from '../../space/request.ts';
import { show } from '../shown.ts';
import { hashOf } from './address.ts';

/** Restoring makes a new version, so it can be undone in the same way and needs no question. */
export function RestoreButton({ opened, version }: { opened: Opened; version: number }) {
  const { send, refusal, isBusy } = useRequest();
  const { room, artifactId } = opened;
  const holder = opened.holder.value;
  if (room.isMuted.value || (holder !== undefined && holder !== room.me)) return null;
  const restore = async () => {
    const baseVersion = opened.view.value!.version;
    const view = await send(['restore', version, baseVersion], (idempotencyKey) =>
      opened.artifact.value!.restore(version, { baseVersion, idempotencyKey }),
    );
    if (!view) return;
    opened.show();
    show(hashOf({ view: 'text', artifactId }));
    opened.say(`Version ${version} is restored as version ${view.version}.`);
  };
  return (
    <>
      <button type="button" class="quiet" disabled={isBusy} onClick={restore}>
        Restore version {version}
      </button>
      <p class="said-no" role="alert">
        {refusal}
      </p>
    </>
  );
}
