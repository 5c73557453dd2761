import type { TaskView } from '@parley/sdk';
import { Fragment } from 'preact';
import type { Room } from '../../space/room.ts';
import { TimeLeft } from '../time-left.tsx';
import { Whom } from './whom.tsx';

/** Who created a task, who is meant and who works on it, in one line. */
export function AboutTask({ task, room }: { task: TaskView; room: Room }) {
  const { state, createdBy, createdByName, claimedBy, claimedByName, leaseExpiresAt, note } = task;
  const worker = claimedBy !== undefined && <Whom id={claimedBy} then={claimedByName} room={room} />;
  const isMine = claimedBy === room.me;
  return (
    <small class="about-task">
      by <Whom id={createdBy} then={createdByName} room={room} />
      {state === 'open' && task.for && (
        <>
          , for{' '}
          {task.for.map((id, i) => (
            <Fragment key={id}>
              {i > 0 && ', '}
              <Whom id={id} room={room} />
            </Fragment>
          ))}
        </>
      )}
      {state === 'claimed' && worker && (
        <>
          . {isMine ? 'You work' : <>{worker} works</>} on it
          {leaseExpiresAt && (
            <>
              {' '}
              (<TimeLeft until={Date.parse(leaseExpiresAt)} /> left)
            </>
          )}
        </>
      )}
      {(state === 'submitted' || state === 'verified') && worker && <>. Done by {worker}</>}
      {note !== undefined && '. Returned'}
    </small>
  );
}
