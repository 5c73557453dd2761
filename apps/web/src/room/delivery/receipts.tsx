import { useRef, useState } from 'preact/hooks';
import { withdraw } from './answering.ts';
import type { Delivered } from '../../space/deliveries/deliveries.ts';
import type { Room } from '../../space/room.ts';

const outcomes: Record<NonNullable<Delivered['outcome']>, string> = {
  replied: 'answered',
  answered: 'answered',
  acknowledged: 'done',
  declined: 'declined',
  refused: 'refused: accepts no messages from you',
  failed: 'failed: no answer after five attempts',
  expired: 'expired',
  withdrawn: 'withdrawn',
};

const states: Partial<Record<Delivered['state'], string>> = {
  held: 'held until accepted',
  queued: 'queued',
  claimed: 'working on it',
};

const stateOf = ({ state, outcome }: Delivered): string => states[state] ?? outcomes[outcome ?? 'expired'];

/** What became of a message of this participant, for each addressee. */
export function Receipts({ messageId, room }: { messageId: string; room: Room }) {
  const deliveries = room.deliveries.of(messageId).value.toSorted((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
  if (deliveries.length === 0) return null;
  return (
    <ul class="receipts" aria-label="What became of it">
      {deliveries.map((delivery) => (
        <Receipt key={delivery.deliveryId} delivery={delivery} room={room} />
      ))}
    </ul>
  );
}

function Receipt({ delivery, room }: { delivery: Delivered; room: Room }) {
  const [isBusy, work] = useState(false);
  const [refusal, refuse] = useState('');
  const item = useRef<HTMLLIElement>(null);
  const { deliveryId, participantId, state, outcome, note } = delivery;
  const end = async () => {
    work(true);
    refuse('');
    try {
      await withdraw(room, deliveryId);
      // The button that had the focus is gone.
      item.current?.closest<HTMLElement>('.message')?.focus({ preventScroll: true });
    } catch (error) {
      refuse((error as Error).message);
      work(false);
    }
  };
  return (
    <li ref={item}>
      <bdi>{room.nameOf(participantId)}</bdi> <span class={`tag ${outcome ?? state}`}>{stateOf(delivery)}</span>{' '}
      {note && <bdi class="reason">{note}</bdi>}
      {state !== 'done' && (
        <button type="button" class="quiet small" disabled={isBusy} onClick={end}>
          Withdraw<span class="unseen"> from {room.nameOf(participantId)}</span>
        </button>
      )}
      <span class="said-no" role="alert">
        {refusal}
      </span>
    </li>
  );
}
