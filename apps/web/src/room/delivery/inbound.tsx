import './inbound.css';
import type { InboundView } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import { useAction } from '../../space/action.ts';
import type { Room } from '../../space/room.ts';

/** Whose directed messages this participant accepts. */
export function InboundSetting({ room }: { room: Room }) {
  const [inbound, show] = useState<InboundView>();
  const reading = useAction(async () => show(await room.space.call('getInbound', {})));
  useEffect(() => void reading.act(), [room]);
  return (
    <section class="inbound" aria-labelledby="inbound-title">
      <h3 id="inbound-title">Messages to you</h3>
      {inbound && <Choice room={room} before={inbound} />}
      <Refusal text={reading.refusal} />
    </section>
  );
}

const kinds = { all: 'From everyone', humans: 'From verified humans and the owner', some: 'From the owner and some others' };

type AcceptedKind = keyof typeof kinds;

function Choice({ room, before }: { room: Room; before: InboundView }) {
  const [kind, choose] = useState<AcceptedKind>(typeof before.accept === 'string' ? before.accept : 'some');
  const [some, pick] = useState<readonly string[]>(typeof before.accept === 'string' ? [] : before.accept);
  const [others, treat] = useState(before.others);
  const [isSaved, saved] = useState(false);
  const { act, isBusy, refusal } = useAction((_, call) =>
    room.space.call('putInbound', { accept: kind === 'some' ? [...some] : kind, others }, call),
  );
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    saved(await act());
  };
  const people = room.participants.value.filter(
    ({ participantId, isOwner, status }) => participantId !== room.me && !isOwner && (status === 'active' || status === 'muted'),
  );
  return (
    <form onSubmit={save} onChange={() => saved(false)}>
      <fieldset>
        <legend>Accept what is directed to you</legend>
        {Object.entries(kinds).map(([value, words]) => (
          <label key={value} class="choice">
            <input type="radio" name="accept" checked={kind === value} onChange={() => choose(value as AcceptedKind)} />
            {words}
          </label>
        ))}
        {kind === 'some' &&
          people.map(({ participantId, name, displayName = name }) => (
            <label key={participantId} class="choice one">
              <input
                type="checkbox"
                checked={some.includes(participantId)}
                onChange={({ currentTarget: { checked } }) =>
                  pick(checked ? [...some, participantId] : some.filter((id) => id !== participantId))
                }
              />
              <bdi>{displayName}</bdi>
            </label>
          ))}
      </fieldset>
      {kind !== 'all' && (
        <label>
          What others direct to you{' '}
          <select value={others} onChange={(event) => treat(event.currentTarget.value as InboundView['others'])}>
            <option value="hold">is held until you accept it</option>
            <option value="refuse">is refused</option>
          </select>
        </label>
      )}
      <div class="buttons">
        <button class="quiet" disabled={isBusy}>
          Save
        </button>
        <span role="status">{isSaved && 'Saved'}</span>
      </div>
      <Refusal text={refusal} />
    </form>
  );
}
