import type { ArtifactDiff } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../design/copy-button.tsx';
import { Difference } from './difference.tsx';
import type { Opened } from './opened.ts';
import { useRequest } from '../../space/request.ts';
import { show } from '../shown.ts';
import type { WorkingText } from './working-text.ts';
import { hashOf } from './address.ts';

interface ConflictProps {
  opened: Opened;
  conflict: {
    readonly currentVersion: number;
    readonly updatedBy: string;
    readonly updatedByName?: string | undefined;
    readonly diff?: ArtifactDiff | undefined;
  };
  work: WorkingText;
  /** The text is now for the present version. */
  onMoved(): void;
}

/** Somebody wrote meanwhile: what they changed, and what can become of one's own text. */
export function Conflict({ opened, conflict, work, onMoved }: ConflictProps) {
  const { send, refusal, isBusy } = useRequest();
  const { artifactId } = opened;
  const artifact = opened.artifact.value!;
  const { baseVersion, content: text } = work;
  const { currentVersion, updatedBy, updatedByName, diff } = conflict;
  const propose = async () => {
    const note = work.note.trim() || undefined;
    const proposal = await send([text, note, baseVersion], (idempotencyKey) =>
      artifact.propose({ content: text }, { baseVersion, note, idempotencyKey }),
    );
    if (!proposal) return;
    work.stored(text);
    show(hashOf({ view: 'proposal', artifactId, about: proposal.id }), { replace: true });
  };
  const move = async () => {
    await opened.read();
    work.moveTo(artifact.version, artifact.content);
    onMoved();
  };
  return (
    <section class="notice bad" role="alert" aria-labelledby="conflict-title">
      <h3 id="conflict-title">
        Not saved:{' '}
        {updatedBy === opened.room.me ? (
          'you have'
        ) : (
          <>
            <bdi>{updatedByName ?? 'Somebody'}</bdi> has
          </>
        )}{' '}
        written version {currentVersion} {updatedBy === opened.room.me ? 'elsewhere' : 'meanwhile'}
      </h3>
      <p>Your text is based on version {baseVersion}. This is what has changed since:</p>
      {diff ? (
        <Difference diff={diff} />
      ) : (
        <p>The text of version {baseVersion} is no longer stored, so it cannot be compared.</p>
      )}
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={propose}>
          Propose my text
        </button>
        <CopyButton text={text} what="my text" />
        <button type="button" class="quiet" disabled={isBusy} onClick={move}>
          Merge by hand: edit my text for version {currentVersion}
        </button>
      </div>
      <p class="said-no" role="alert">
        {refusal}
      </p>
    </section>
  );
}

/** What others changed since a version. */
export function Since({ opened, version }: { opened: Opened; version: number }) {
  const present = opened.view.value!.version;
  const [diff, hold] = useState<ArtifactDiff>();
  const [refusal, refuse] = useState('');
  useEffect(() => {
    opened.artifact.value!.diff(version, present).then(hold, (error: Error) => refuse(error.message));
  }, [version, present]);
  return (
    <details class="since">
      <summary>What has changed since version {version}</summary>
      {diff ? <Difference diff={diff} /> : <p role="status">{refusal || 'Comparing…'}</p>}
    </details>
  );
}
