import { useEffect } from 'preact/hooks';
import { Since } from '../conflict.tsx';
import { KeptNotice } from '../kept-notice.tsx';
import type { Opened } from '../opened.ts';
import { useRequest } from '../../../space/request.ts';
import { show } from '../../shown.ts';
import { TextFields } from '../text-fields.tsx';
import { useWorkingText } from '../working-text.ts';
import { hashOf } from '../address.ts';

/** Writes a proposal in the editor, without the lock. */
export function ProposeScreen({ opened }: { opened: Opened }) {
  const { room, artifactId } = opened;
  const artifact = opened.artifact.value!;
  const work = useWorkingText(room.spaceId, artifactId);
  const { send, refusal, isBusy } = useRequest();
  useEffect(() => work.begin(artifact.version, artifact.content), []);
  const propose = async () => {
    if (!work.isChanged || isBusy) return;
    const { content, baseVersion } = work;
    const note = work.note.trim() || undefined;
    const proposal = await send([content, note, baseVersion], (idempotencyKey) =>
      artifact.propose({ content }, { baseVersion, note, idempotencyKey }),
    );
    if (!proposal) return;
    work.stored(content);
    show(hashOf({ view: 'proposal', artifactId, about: proposal.id }), { replace: true });
    opened.say('Your proposal waits for a decision.');
  };
  if (!work.isReady) return null;
  return (
    <form
      class="write-text"
      onSubmit={(event) => {
        event.preventDefault();
        void propose();
      }}
    >
      <p>
        Change the text as you would have it. The artifact stays as it is, until the participant who holds its lock, its creator
        or the owner accepts your proposal.
      </p>
      <KeptNotice work={work} />
      {opened.view.value!.version > work.baseVersion && (
        <div class="notice" role="status">
          <p>Your text is based on version {work.baseVersion}, and there is a newer one.</p>
          <Since opened={opened} version={work.baseVersion} />
        </div>
      )}
      <TextFields work={work} onSave={propose} noteLabel="Why this change?" noteCharacters={500} />
      <p class="said-no" role="alert">
        {refusal}
      </p>
      <div class="actions">
        <button disabled={isBusy || !work.isChanged}>Propose</button>
        <button type="button" class="quiet" onClick={() => show(hashOf({ view: 'text', artifactId }), { replace: true })}>
          Close
        </button>
      </div>
    </form>
  );
}
