import { CopyButton } from '../../design/copy-button.tsx';
import type { Opened } from './opened.ts';
import { ShownLink } from '../shown-link.tsx';
import type { WorkingText } from './working-text.ts';
import { hashOf } from './address.ts';

interface LockLostProps {
  opened: Opened;
  work: WorkingText;
  /** The proposal that keeps the text. */
  proposalId: string | undefined;
  /** Why it could not be kept. */
  refusal: string;
  onKeep(): void;
  onRetry(): void;
}

/** The lock was lost while somebody wrote: nothing of the text may be. */
export function LockLost({ opened, work, proposalId, refusal, onKeep, onRetry }: LockLostProps) {
  const { room, artifactId } = opened;
  const { lockedBy: holder } = opened.summary.value ?? {};
  const isMuted = room.isMuted.value;
  return (
    <div class="notice bad">
      <h3>You no longer hold the lock</h3>
      <p>
        {holder === undefined || holder === room.me ? (
          isMuted ? (
            'The owner muted you, so you can only read.'
          ) : (
            'It expired, or it was released.'
          )
        ) : (
          <>
            <bdi>{room.nameOf(holder)}</bdi> holds it now.
          </>
        )}
      </p>
      {proposalId !== undefined ? (
        <p role="status">
          Your text is kept as a proposal.{' '}
          <ShownLink to={hashOf({ view: 'proposal', artifactId, about: proposalId })}>Open the proposal</ShownLink>
        </p>
      ) : work.isChanged ? (
        <>
          <p role="alert">
            {refusal
              ? `Your text could not be kept as a proposal: ${refusal}. This browser still has it.`
              : 'Your text becomes a proposal…'}
          </p>
          <div class="actions">
            <button type="button" class="quiet" disabled={isMuted} onClick={onKeep}>
              Keep it as a proposal
            </button>
            <CopyButton text={work.text} what="the text" />
          </div>
        </>
      ) : (
        <p>You had not changed anything.</p>
      )}
      <button type="button" disabled={isMuted} onClick={onRetry}>
        Take the lock again
      </button>
    </div>
  );
}
