import type { Space } from '@parley/sdk';
import { Refusal } from '../../design/refusal.tsx';
import { useAction } from '../../space/action.ts';

interface DecisionProps {
  space: Space;
  participantId: string;
  name: string;
  onDecided?: () => void;
}

/** The owner's answer to a request to join. */
export function Decision({ space, participantId, name, onDecided }: DecisionProps) {
  const { act, isBusy, refusal } = useAction((isWelcome: boolean, call) =>
    isWelcome ? space.approve(participantId, call) : space.kick(participantId, call),
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
