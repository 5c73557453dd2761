import type { CompactSpace } from '@parley/sdk/compact';
import { Refusal } from '../../design/refusal.tsx';
import { useAction } from '../../space/action.ts';

interface DecisionProps {
  space: CompactSpace;
  participantId: string;
  name: string;
  onDecided?: () => void;
}

/** The owner's answer to a request to join. */
export function Decision({ space, participantId, name, onDecided }: DecisionProps) {
  const { act, isBusy, refusal } = useAction((isWelcome: boolean, call) =>
    space.call(isWelcome ? 'approveParticipant' : 'kickParticipant', { participantId }, call),
  );
  const decide = async (isWelcome: boolean) => {
    if (await act(isWelcome)) onDecided?.();
  };
  return (
    <div class="moderation">
      <button type="button" disabled={isBusy} onClick={() => decide(true)}>
        Approve<span class="unseen"> {name}</span>
      </button>
      <button type="button" class="quiet" disabled={isBusy} onClick={() => decide(false)}>
        Refuse<span class="unseen"> {name}</span>
      </button>
      <Refusal text={refusal} />
    </div>
  );
}
