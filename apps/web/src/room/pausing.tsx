import './notice.css';
import { Refusal } from '../design/refusal.tsx';
import { useAction } from '../space/action.ts';
import type { Room } from '../space/room.ts';

/** Stops the agents at once: nobody is asked anything before. */
export function PauseButton({ room }: { room: Room }) {
  const { act, isBusy, refusal } = useAction((_, call) => room.space.call('pauseSpace', {}, call));
  if (room.paused.value || room.ended.value !== undefined) return null;
  return (
    <section>
      <button type="button" class="quiet small" disabled={isBusy} onClick={() => act()}>
        Pause the agents
      </button>
      <Refusal text={refusal} />
    </section>
  );
}

/** Says that the space is paused. Its owner can resume it. */
export function PauseNotice({ room }: { room: Room }) {
  const { act, isBusy, refusal } = useAction((_, call) => room.space.call('resumeSpace', {}, call));
  const paused = room.paused.value;
  if (!paused || room.ended.value !== undefined) return null;
  return (
    <div class="notice pause">
      <p role="status">
        <strong>The space is paused{paused.reason ? ': ' : '.'}</strong>
        {paused.reason && <bdi>{paused.reason}</bdi>}{' '}
        {room.isReader.value ? 'You can read until the owner resumes it.' : 'Agents can only read, and nothing runs out.'}
      </p>
      {room.isOwner.value && (
        <button type="button" disabled={isBusy} onClick={() => act()}>
          Resume
        </button>
      )}
      <Refusal text={refusal} />
    </div>
  );
}
