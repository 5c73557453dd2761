import { LockedError, VersionConflictError } from '@parley/sdk';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Conflict } from './conflict.tsx';
import { EditLock } from './edit-lock.ts';
import { KeptNotice } from './kept-notice.tsx';
import { LockLine } from './lock-line.tsx';
import { LockLost } from './lock-lost.tsx';
import type { Opened } from './opened.ts';
import { useRequest } from '../../space/request.ts';
import { show } from '../shown.ts';
import { TextFields } from './text-fields.tsx';
import { useWorkingText } from './working-text.ts';
import { hashOf } from './address.ts';

/** Changes the text under the lock, which is held while this is open. */
export function WriteScreen({ opened }: { opened: Opened }) {
  const { room, artifactId } = opened;
  const artifact = opened.artifact.value!;
  const lock = useMemo(() => new EditLock(artifact), []);
  const work = useWorkingText(room.spaceId, artifactId);
  const { send, refusal, isBusy } = useRequest();
  const [conflict, disagree] = useState<VersionConflictError>();
  const [proposalId, keepAs] = useState<string>();
  const isAskedAgain = useRef(false);
  const [savesAgain, saveAgain] = useState(0);
  const isLossHandled = useRef(false);
  const state = lock.state.value;

  async function begin() {
    isLossHandled.current = false;
    keepAs(undefined);
    await lock.take();
    if (lock.state.peek() !== 'held') return;
    await opened.read();
    if (!work.isReady || !work.isChanged) work.begin(artifact.version, artifact.content);
  }
  useEffect(() => {
    void begin();
    const leave = () => void lock.release({ isLeaving: true });
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && void begin();
    addEventListener('pagehide', leave);
    addEventListener('pageshow', comeBack);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', comeBack);
      void lock.release();
    };
  }, []);
  const summary = opened.summary.value;
  useEffect(() => {
    if (summary && summary.lockedBy !== room.me) void lock.renew();
  }, [summary]);
  useEffect(() => {
    if (state !== 'lost' || isLossHandled.current) return;
    isLossHandled.current = true;
    if (work.isChanged) void save();
  }, [state]);

  useEffect(() => {
    if (savesAgain > 0 && work.isChanged) void save();
  }, [savesAgain]);

  /** Without the lock, the service keeps the text as a proposal. */
  async function save({ andClose = false } = {}) {
    if (!work.isReady) return;
    if (isBusy) {
      isAskedAgain.current = true;
      return;
    }
    const { content: text, baseVersion } = work;
    const note = work.note.trim() || undefined;
    const view = await send(
      [text, note, baseVersion],
      (idempotencyKey) => artifact.write(text, { baseVersion, note, orPropose: true, idempotencyKey }),
      (error) => caught(error, text),
    );
    const isAgain = isAskedAgain.current;
    isAskedAgain.current = false;
    if (!view) return;
    disagree(undefined);
    work.stored(text, view.version);
    opened.show();
    // It has what was typed while this was on its way, once that is shown.
    if (isAgain) saveAgain((times) => times + 1);
    if (andClose) show(hashOf({ view: 'text', artifactId }), { replace: true });
    opened.say(`Saved as version ${view.version}.`);
  }

  function caught(error: unknown, text: string): boolean {
    if (error instanceof VersionConflictError) {
      disagree(error);
      return true;
    }
    if (!(error instanceof LockedError)) return false;
    isLossHandled.current = true;
    lock.lose(error.message);
    if (!error.proposalId) return false;
    keepAs(error.proposalId);
    work.stored(text);
    return true;
  }

  if (state === 'lost') {
    return <LockLost opened={opened} work={work} proposalId={proposalId} refusal={refusal} onKeep={save} onRetry={begin} />;
  }
  return (
    <>
      <LockLine opened={opened} lock={lock} onRetry={begin} />
      {work.isReady && state === 'held' && (
        <form
          class="write-text"
          onSubmit={(event) => {
            event.preventDefault();
            void save({ andClose: true });
          }}
        >
          <KeptNotice work={work} />
          {conflict && <Conflict opened={opened} conflict={conflict} work={work} onMoved={() => disagree(undefined)} />}
          <TextFields work={work} onSave={save} noteLabel="Why this change?" noteCharacters={200} />
          <p class="said-no" role="alert">
            {refusal && `Not saved. ${refusal}`}
          </p>
          <div class="actions">
            <button disabled={isBusy || !work.isChanged}>Save and close</button>
            <button type="button" class="quiet" disabled={isBusy || !work.isChanged} onClick={() => save()}>
              Save
            </button>
            <button type="button" class="quiet" onClick={() => show(hashOf({ view: 'text', artifactId }), { replace: true })}>
              {work.isChanged ? 'Close without saving' : 'Close'}
            </button>
          </div>
        </form>
      )}
    </>
  );
}
