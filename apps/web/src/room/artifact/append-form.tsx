import { LockedError } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import type { Opened } from './opened.ts';
import { useRequest } from '../../space/request.ts';
import { show } from '../shown.ts';
import { useWorkingText } from './working-text.ts';
import { hashOf } from './address.ts';

/** Adds something at the end, without reading or locking the whole text: enough for a phone. */
export function AppendForm({ opened }: { opened: Opened }) {
  const { room, artifactId } = opened;
  const artifact = opened.artifact.value!;
  const work = useWorkingText(room.spaceId, `${artifactId} append`);
  const { send, refusal, isBusy } = useRequest();
  const [holder, findHeld] = useState<string>();
  // It is for whatever version is the present one.
  useEffect(() => work.begin(0, ''), []);
  const { text: append } = work;

  const write = async (event: SubmitEvent) => {
    event.preventDefault();
    findHeld(undefined);
    const view = await send(
      ['append', append],
      (idempotencyKey) => artifact.edit({ append }, { lock: 'auto', waitMs: 0, idempotencyKey }),
      (error) => {
        if (!(error instanceof LockedError)) return false;
        findHeld(error.lockedByName ?? 'Another participant');
        return true;
      },
    );
    if (!view) return;
    work.stored(append);
    opened.show();
    show(hashOf({ view: 'text', artifactId }), { replace: true });
    opened.say(`Appended as version ${view.version}.`);
  };
  const propose = async () => {
    const { version: baseVersion } = artifact;
    const proposal = await send(['propose', append, baseVersion], (idempotencyKey) =>
      artifact.propose({ append }, { baseVersion, idempotencyKey }),
    );
    if (!proposal) return;
    work.stored(append);
    show(hashOf({ view: 'proposal', artifactId, about: proposal.id }), { replace: true });
  };
  if (!work.isReady) return null;
  return (
    <form class="write-text" onSubmit={write}>
      <div class="field">
        <label for="artifact-append">What to add at the end, in Markdown</label>
        <textarea
          id="artifact-append"
          class="append"
          rows={6}
          dir="auto"
          required
          value={append}
          onInput={(event) => work.write({ text: event.currentTarget.value })}
        />
      </div>
      {holder !== undefined && (
        <div class="notice">
          <p role="alert">
            <bdi>{holder}</bdi> is editing this artifact now. You can propose your addition instead, or try again later.
          </p>
          <button type="button" disabled={isBusy} onClick={propose}>
            Propose it
          </button>
        </div>
      )}
      <p class="said-no" role="alert">
        {refusal}
      </p>
      <div class="actions">
        <button class={holder === undefined ? '' : 'quiet'} disabled={isBusy || !append.trim()}>
          Append
        </button>
        <button type="button" class="quiet" onClick={() => show(hashOf({ view: 'text', artifactId }), { replace: true })}>
          Close
        </button>
      </div>
    </form>
  );
}
