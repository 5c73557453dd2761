import { counted } from '@parley/core/words';
import { useEffect, useState } from 'preact/hooks';
import type { EditLock } from './edit-lock.ts';
import type { Opened } from './opened.ts';
import { ShownLink } from '../shown-link.tsx';
import { TimeLeft } from '../time-left.tsx';
import { hashOf } from './address.ts';

interface LockLineProps {
  opened: Opened;
  lock: EditLock;
  onRetry(): void;
}

/** Who may write now, for how long, and who waits. */
export function LockLine({ opened, lock, onRetry }: LockLineProps) {
  switch (lock.state.value) {
    case 'taking':
      return <p role="status">Taking the lock…</p>;
    case 'released':
    case 'lost':
      return null;
    case 'held':
      return (
        <div class="lock-line">
          <p>Nobody else can write while this is open.</p>
          <Ending lock={lock} />
          <Waiting opened={opened} />
        </div>
      );
    case 'busy':
      return <Busy opened={opened} onRetry={onRetry} />;
    case 'failed':
      return (
        <div class="notice bad">
          <p role="alert">The lock could not be taken. {lock.refusal.value}</p>
          <button type="button" class="quiet" onClick={onRetry}>
            Try again
          </button>
        </div>
      );
  }
}

/** It is renewed all the time: only one that could not be is worth a clock. */
const littleMs = 120_000;

function Ending({ lock: { expiresAt } }: { lock: EditLock }) {
  const until = expiresAt.value;
  const [isNear, near] = useState(false);
  useEffect(() => {
    const left = until - littleMs - Date.now();
    near(left <= 0);
    const timer = setTimeout(near, Math.max(0, left), true);
    return () => clearTimeout(timer);
  }, [until]);
  if (!isNear) return null;
  return (
    <p class="notice">
      Your lock could not be renewed. Nobody else can write for <TimeLeft until={until} />; what you wrote is kept here.
    </p>
  );
}

function Waiting({ opened: { summary, artifactId } }: { opened: Opened }) {
  const count = summary.value?.openProposals ?? 0;
  return (
    <p role="status">
      {count > 0 && (
        <>
          <strong>Somebody waits:</strong> {counted(count, 'proposal is', 'proposals are')} open.{' '}
          <ShownLink to={hashOf({ view: 'proposals', artifactId })}>Look at it</ShownLink>
        </>
      )}
    </p>
  );
}

function Busy({ opened, onRetry }: { opened: Opened; onRetry(): void }) {
  const { room, artifactId } = opened;
  const { lockedBy, lockExpiresAt } = opened.summary.value ?? {};
  return (
    <div class="notice">
      <p role="status">
        {lockedBy === undefined ? (
          'The lock is free now.'
        ) : (
          <>
            <bdi>{room.nameOf(lockedBy)}</bdi> holds the lock, so you cannot edit this artifact now.
          </>
        )}
      </p>
      {lockedBy !== undefined && lockExpiresAt && (
        <p>
          <small>
            Unless it is renewed, it ends in <TimeLeft until={Date.parse(lockExpiresAt)} />.
          </small>
        </p>
      )}
      <div class="actions">
        <ShownLink to={hashOf({ view: 'propose', artifactId })} class={lockedBy === undefined ? 'button quiet' : 'button'}>
          Write a proposal
        </ShownLink>
        <button type="button" class={lockedBy === undefined ? '' : 'quiet'} onClick={onRetry}>
          {lockedBy === undefined ? 'Edit' : 'Try again'}
        </button>
      </div>
    </div>
  );
}
