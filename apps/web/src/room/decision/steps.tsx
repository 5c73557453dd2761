import type { DecisionView } from '@parley/sdk';
import { useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.tsx';
import { Refusal } from '../../design/refusal.tsx';
import { useRequest } from '../../space/request.ts';
import type { Room } from '../../space/room.ts';
import type { KnownDecision } from './known-decision.ts';

interface StepsProps {
  known: KnownDecision;
  decision: DecisionView;
  room: Room;
}

/** How who opened a decision, or the owner, ends it. */
export function Steps({ known, decision, room }: StepsProps) {
  const [isClosing, close] = useState(false);
  const { send, refusal, isBusy } = useRequest();
  const { decisionId } = known;
  const isOwner = room.isOwner.value;
  if (room.isReader.value || (!isOwner && decision.openedBy !== room.me)) return null;
  const withdraw = async () => {
    const next = await send(
      ['withdraw'],
      (idempotencyKey) => room.space.call('withdrawDecision', { decisionId }, { idempotencyKey }),
      () => (void known.read(), false),
    );
    if (next) void known.learn(next);
  };
  return (
    <>
      <div class="actions">
        {isOwner && (
          <button type="button" class="quiet" onClick={() => close(true)}>
            Close…
          </button>
        )}
        <button type="button" class="bad" disabled={isBusy} onClick={withdraw}>
          Withdraw
        </button>
      </div>
      <Refusal text={refusal} />
      {isClosing && <CloseDialog known={known} room={room} onClose={() => close(false)} />}
    </>
  );
}

function CloseDialog({ known, room, onClose }: Omit<StepsProps, 'decision'> & { onClose(): void }) {
  const { send, refusal, isBusy } = useRequest();
  const { decisionId } = known;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const statement = String(new FormData(event.currentTarget as HTMLFormElement).get('statement')).trim() || undefined;
    const next = await send(
      ['close', statement],
      (idempotencyKey) => room.space.call('closeDecision', { decisionId, statement }, { idempotencyKey }),
      () => (void known.read(), false),
    );
    if (!next) return;
    void known.learn(next);
    onClose();
  };
  return (
    <Dialog title="Close the decision" onClose={onClose}>
      <form onSubmit={submit}>
        <p>It ends now, and its rule applies to the answers that are there. Without enough of them, nothing is decided.</p>
        <div class="field">
          <label for="close-statement">
            What you say about it <small>(optional)</small>
          </label>
          <textarea id="close-statement" name="statement" rows={3} maxLength={2_000} dir="auto" />
        </div>
        <Refusal text={refusal} />
        <button disabled={isBusy}>Close the decision</button>
      </form>
    </Dialog>
  );
}
