import { useState } from 'preact/hooks';
import { useFocus } from '../../design/focus.ts';
import { Refusal } from '../../design/refusal.tsx';
import { Export } from '../export.tsx';
import { SummaryButton } from '../summary/button.tsx';
import { useAction } from '../../space/action.ts';
import type { Room } from '../../space/room.ts';

export function CloseSpace({ room, onClosed }: { room: Room; onClosed: () => void }) {
  const [isAsking, ask] = useState(false);
  const { act, isBusy, refusal } = useAction((_, call) => room.space.call('closeSpace', {}, call));
  const close = async () => {
    if (await act()) onClosed();
  };
  return (
    <section class="danger" aria-labelledby="close-title">
      <h3 id="close-title">Close the space</h3>
      <p>Everyone loses access at once, you too, and it cannot be reopened.</p>
      <SummaryButton />
      <Export room={room} />
      <Refusal text={refusal} />
      <div class="buttons">
        {isAsking ? (
          <>
            <CloseButton isBusy={isBusy} onClick={close} />
            <button type="button" class="quiet" onClick={() => ask(false)}>
              Cancel
            </button>
          </>
        ) : (
          <button type="button" class="bad" onClick={() => ask(true)}>
            Close the space…
          </button>
        )}
      </div>
    </section>
  );
}

function CloseButton({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  return (
    <button type="button" class="bad" disabled={isBusy} onClick={onClick} ref={useFocus<HTMLButtonElement>()}>
      Close it for everyone
    </button>
  );
}
