import type { Proposal } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { Since } from '../conflict.tsx';
import { Difference } from '../difference.tsx';
import { KeptNotice } from '../kept-notice.tsx';
import type { Opened } from '../opened.ts';
import { ProposedChange } from './change.tsx';
import { useRequest } from '../../../space/request.ts';
import { show } from '../../shown.ts';
import { TextFields } from '../text-fields.tsx';
import { textToAmend } from './text-to-amend.ts';
import { useWorkingText } from '../working-text.ts';
import { hashOf } from '../address.ts';

/** Changes a proposed text: its author replaces the proposal, and others accept it with their changes. */
export function AmendScreen({ opened, proposalId }: { opened: Opened; proposalId: string }) {
  const { room, artifactId } = opened;
  const artifact = opened.artifact.value!;
  const [proposal, hold] = useState<Proposal>();
  const work = useWorkingText(room.spaceId, proposalId);
  const { send, refusal, refuse, isBusy } = useRequest();

  async function load() {
    try {
      await opened.read();
      const read = await artifact.proposal(proposalId);
      // Somebody wrote between the two calls.
      if ((read.view.diff?.from ?? 0) > artifact.version) await opened.read();
      const text = textToAmend(artifact, read.view);
      if (text === undefined) return refuse('This change is too long to be shown here, or has just changed. Open it again.');
      work.begin(artifact.version, artifact.content, text);
      hold(read);
    } catch (error) {
      refuse((error as Error).message);
    }
  }
  useEffect(() => void load(), []);

  const back = () => show(hashOf({ view: 'proposal', artifactId, about: proposalId }), { replace: true });
  const isMine = proposal?.view.authorId === room.me;
  const save = async () => {
    if (!proposal || isBusy) return;
    const { content, baseVersion } = work;
    const note = work.note.trim() || undefined;
    const done = await send<unknown>([content, note, baseVersion], (idempotencyKey) =>
      isMine
        ? proposal.rebase({ content }, { baseVersion, note, idempotencyKey })
        : proposal.accept({ content, baseVersion, idempotencyKey }),
    );
    if (!done) return;
    work.stored(content);
    await opened.read();
    back();
    opened.say(isMine ? 'Your proposal is changed.' : `Accepted with changes as version ${proposal.view.version}.`);
  };

  if (!proposal) return <p role={refusal ? 'alert' : 'status'}>{refusal || 'Loading…'}</p>;
  const { baseVersion, applies, authorName, diff } = proposal.view;
  const isConflict = applies === 'conflict';
  const present = opened.view.value!.version;
  return (
    <form
      class="write-text"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>
        {isConflict ? (
          <>
            This is the present text, because {isMine ? 'your proposal' : 'the proposal'} changes what was changed since. Put into
            it what is right of the proposal.
          </>
        ) : isMine ? (
          'This is the text that you proposed. Those who decide are told again when you change it.'
        ) : (
          <>
            This is the text that <bdi>{authorName}</bdi> proposed. What you make of it becomes the next version.
          </>
        )}
        {applies === 'merged' && ` It is merged with what has changed since version ${baseVersion}.`}
      </p>
      <KeptNotice work={work} />
      {isConflict && (
        <div class="notice bad">
          <p>The proposal changes version {baseVersion} like this:</p>
          {diff ? <Difference diff={diff} /> : <ProposedChange proposal={proposal.view} />}
          <Since opened={opened} version={baseVersion} />
        </div>
      )}
      {present > work.baseVersion && (
        <div class="notice bad">
          <p>
            Version {present} was written meanwhile. Go back and open this again to see the text for it; this browser keeps yours.
          </p>
          <Since opened={opened} version={work.baseVersion} />
        </div>
      )}
      <TextFields work={work} onSave={save} {...(isMine && { noteLabel: 'Why this change?', noteCharacters: 500 })} />
      <p class="said-no" role="alert">
        {refusal}
      </p>
      <div class="actions">
        <button disabled={isBusy}>{isMine ? 'Change my proposal' : 'Accept with these changes'}</button>
        <button type="button" class="quiet" onClick={back}>
          Close
        </button>
      </div>
    </form>
  );
}
