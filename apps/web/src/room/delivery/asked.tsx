import type { Expectation, Message } from '@parley/sdk';
import { useRef, useState } from 'preact/hooks';
import { accept, finish } from './answering.ts';
import type { Delivered } from '../../space/deliveries/deliveries.ts';
import type { Room } from '../../space/room.ts';
import type { About } from '../resource.ts';
import { aboutOf } from '../resources.ts';

const noteLimit = 500;

const wanted: Record<Expectation, string> = {
  reply: 'Waits for your reply',
  ack: 'Waits until you say that it is done',
  answer: 'Waits for your answer',
  nothing: 'For your information',
};

const waitsFor = ({ isDecision }: About): string => (isDecision ? 'Waits for your decision' : 'Waits for you');

/** What became of a message to this participant. */
const became: Record<NonNullable<Delivered['outcome']>, string> = {
  replied: 'You replied',
  answered: 'You answered',
  acknowledged: 'You marked this as done',
  declined: 'You declined',
  refused: 'Refused: you accept no messages from the sender',
  failed: 'Ended without an answer after five attempts',
  expired: 'Expired',
  withdrawn: 'Withdrawn by the sender',
};

/** A message to this participant: it waits for an answer, or says what became of it. */
export function Asked({ message, room }: { message: Message; room: Room }) {
  const delivery = room.deliveries.of(message.id).value.find(({ participantId }) => participantId === room.me);
  if (!delivery) return null;
  const { state, outcome, note, expects = message.expects } = delivery;
  if (state === 'done') {
    return (
      <p class="became" role="status">
        <Became
          outcome={outcome === 'acknowledged' && expects === 'nothing' ? 'Read' : became[outcome ?? 'expired']}
          reply={outcome === 'replied' ? room.replyTo(message.id) : undefined}
        />
        {note && (
          <>
            : <bdi>{note}</bdi>
          </>
        )}
      </p>
    );
  }
  return <Answers delivery={delivery} message={message} room={room} />;
}

/** What one replied is the way to the reply. */
function Became({ outcome, reply }: { outcome: string; reply: Message | undefined }) {
  return reply ? <a href={`#m${reply.sequence}`}>{outcome}</a> : <>{outcome}</>;
}

function Answers({ delivery, message, room }: { delivery: Delivered; message: Message; room: Room }) {
  const [isDeclining, decline] = useState(false);
  const [isBusy, wait] = useState(false);
  const [refusal, refuse] = useState('');
  const isHeld = delivery.state === 'held';
  const expects = delivery.expects ?? message.expects ?? 'reply';
  // What it is about, and the next step there, ends the delivery, and nothing else should.
  const about = aboutOf(message);
  const isToDecide = about !== undefined && expects !== 'nothing';
  const wish = useRef<HTMLParagraphElement>(null);
  const refuser = useRef<HTMLButtonElement>(null);

  async function act(work: Promise<void>) {
    const line = wish.current?.closest<HTMLElement>('.message');
    wait(true);
    refuse('');
    try {
      await work;
      // The button that had the focus is gone.
      line?.focus({ preventScroll: true });
    } catch (error) {
      refuse((error as Error).message);
    }
    wait(false);
  }
  const { deliveryId } = delivery;
  const end = (outcome: 'acknowledged' | 'declined', note?: string) => act(finish(room, { deliveryId, outcome, note }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { note = '' } = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<string, string>;
    void end('declined', note.trim() || undefined);
  };
  const cancel = () => {
    decline(false);
    setTimeout(() => refuser.current?.focus());
  };
  return (
    <>
      <p class="wanted" ref={wish}>
        {isHeld ? 'Held until you accept it' : isToDecide ? waitsFor(about) : wanted[expects]}
        {delivery.state === 'claimed' && ' · you are working on it'}
      </p>
      {isDeclining ? (
        <form class="declining" onSubmit={submit}>
          <label for={`why-${delivery.deliveryId}`}>
            Reason <small>(optional, for the sender)</small>
          </label>
          <input id={`why-${delivery.deliveryId}`} name="note" maxLength={noteLimit} autocomplete="off" dir="auto" ref={focus} />
          <div class="actions">
            <button disabled={isBusy}>Decline</button>
            <button type="button" class="quiet" onClick={cancel}>
              Cancel
            </button>
          </div>
        </form>
      ) : (
        <div class="actions">
          {isHeld && (
            <button type="button" disabled={isBusy} onClick={() => act(accept(room, deliveryId))}>
              Accept
            </button>
          )}
          {!isHeld && !room.isReader.value && (
            <button
              type="button"
              class={isToDecide || expects === 'ack' ? 'quiet' : undefined}
              onClick={() => room.drafts.answer(message.id)}
            >
              Reply
            </button>
          )}
          {!isHeld && !isToDecide && (
            <button
              type="button"
              class={expects === 'ack' ? undefined : 'quiet'}
              disabled={isBusy}
              onClick={() => end('acknowledged')}
            >
              Done
            </button>
          )}
          {(isHeld || (!about?.isDecision && expects !== 'nothing')) && (
            <button type="button" class="quiet" ref={refuser} disabled={isBusy} onClick={() => decline(true)}>
              Decline
            </button>
          )}
        </div>
      )}
      <p class="said-no" role="alert">
        {refusal}
      </p>
    </>
  );
}

const focus = (field: HTMLElement | null): void => field?.focus();
