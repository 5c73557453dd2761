import type { Expects } from '@parley/sdk';
import { reachInWords } from '../../participant/reach.ts';
import type { Draft } from '../../space/drafts.ts';
import type { Room } from '../../space/room.ts';

const expectations: [Expects, string][] = [
  ['reply', 'a reply'],
  ['ack', 'that it is done'],
  ['nothing', 'nothing'],
];

/** Whom the message is directed to, and what they are expected to do. */
export function Addressees({ draft: { to = [], expects = 'reply' }, room }: { draft: Draft; room: Room }) {
  if (to.length === 0) return null;
  const remove = (id: string) => {
    const left = to.filter((each) => each !== id);
    room.drafts.change({ to: left.length > 0 ? left : undefined });
  };
  return (
    <div class="directed">
      <ul aria-label="Directed to">
        {to.map((id) => (
          <Addressee key={id} participantId={id} room={room} remove={() => remove(id)} />
        ))}
      </ul>
      <label>
        Expects{' '}
        <select value={expects} onChange={(event) => room.drafts.change({ expects: event.currentTarget.value as Expects })}>
          {expectations.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Addressee({ participantId, room, remove }: { participantId: string; room: Room; remove(): void }) {
  const participant = room.participants.value.find((each) => each.participantId === participantId);
  const name = room.nameOf(participantId);
  return (
    <li class="chip">
      to <bdi>{name}</bdi>
      {participant && <small>{reachInWords(participant, Date.now())}</small>}
      <button type="button" class="quiet" onClick={remove} aria-label={`Do not direct it to ${name}`}>
        <span aria-hidden="true">×</span>
      </button>
    </li>
  );
}
