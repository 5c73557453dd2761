import { useState } from 'preact/hooks';
import { go, homeAddress } from '../app/place.ts';
import { Dialog } from '../design/dialog.tsx';
import { useFocus } from '../design/focus.ts';
import { Refusal } from '../design/refusal.tsx';
import { roughly } from '../text/roughly.ts';
import { useAction } from '../space/action.ts';
import { dialog } from './dialogs.ts';
import { Export } from './export.tsx';
import { SummaryButton } from './summary/button.tsx';
import { forget } from '../space/memberships.ts';
import type { Room } from '../space/room.ts';
import { Markdown } from '../text/markdown.tsx';
import { InboundSetting } from './delivery/inbound.tsx';

export function AboutSpace({ room, onClose }: { room: Room; onClose: () => void }) {
  const { name, description, agenda = '' } = room.facts.value!;
  const [leaving, ask] = useState<'leave' | 'forget'>();
  const endsAt = room.endsAt.value;
  return (
    <Dialog title={<bdi>{name}</bdi>} onClose={onClose}>
      {description.trim() && description !== name && <Markdown text={description} />}
      {agenda.trim() && (
        <section class="agenda" aria-labelledby="agenda-title">
          <h3 id="agenda-title">Agenda</h3>
          <Markdown text={agenda} />
        </section>
      )}
      <p>
        This space ends in {roughly((endsAt - Date.now()) / 1_000)}, on{' '}
        <time dateTime={new Date(endsAt).toISOString()}>{inFull.format(endsAt)}</time>. Then nobody can read or write here.
      </p>
      {room.ended.value === undefined && (
        <>
          <SummaryButton />
          <Export room={room} />
        </>
      )}
      <p class="memory">
        This browser remembers you here as <bdi>{room.myself.value?.name}</bdi>.
      </p>
      {room.ended.value === undefined && <InboundSetting room={room} />}
      {leaving === undefined ? (
        <div class="buttons">
          {room.isOwner.value && (
            <button type="button" class="quiet" onClick={() => (dialog.value = 'settings')}>
              Settings
            </button>
          )}
          <button type="button" class="quiet" onClick={() => ask('forget')}>
            Forget this space…
          </button>
          {!room.isOwner.value && (
            <button type="button" class="bad" onClick={() => ask('leave')}>
              Leave…
            </button>
          )}
        </div>
      ) : (
        <Parting room={room} how={leaving} onCancel={() => ask(undefined)} />
      )}
    </Dialog>
  );
}

const inFull = new Intl.DateTimeFormat([], { dateStyle: 'full', timeStyle: 'short' });

interface PartingProps {
  room: Room;
  how: 'leave' | 'forget';
  onCancel: () => void;
}

function Parting({ room, how, onCancel }: PartingProps) {
  const confirm = useFocus<HTMLButtonElement>();
  const { act, isBusy, refusal } = useAction((_, call) => room.space.call('leaveSpace', {}, call));
  const part = async () => {
    if (how === 'leave' && !(await act())) return;
    room.close();
    forget(room.spaceId);
    go(homeAddress());
  };
  return (
    <div class="parting" role="group" aria-label={how === 'leave' ? 'Leave' : 'Forget'}>
      <p>{warning(room, how)}</p>
      <Refusal text={refusal} />
      <div class="buttons">
        <button type="button" class="bad" disabled={isBusy} onClick={part} ref={confirm}>
          {how === 'leave' ? 'Leave the space' : 'Forget this space'}
        </button>
        <button type="button" class="quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}

function warning(room: Room, how: 'leave' | 'forget'): string {
  if (how === 'leave') return 'Your messages stay. To return, you need another invitation.';
  return room.isOwner.value
    ? 'This browser deletes the key of the owner. Without another copy of it, nobody can invite, moderate or close the space any more.'
    : 'This browser deletes your key, but you stay in the list of people. To return, you need another invitation.';
}
