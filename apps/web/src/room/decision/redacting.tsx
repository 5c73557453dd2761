import type { DecisionView } from '@parley/sdk';
import { useState } from 'preact/hooks';
import { useRequest } from '../../space/request.ts';
import type { Room } from '../../space/room.ts';
import { RedactDialog } from '../redact-dialog.tsx';
import type { KnownDecision } from './known-decision.ts';

interface RedactingProps {
  known: KnownDecision;
  decision: DecisionView;
  room: Room;
}

/** How who wrote them, or the owner, deletes the texts of the question and the reasons for answers. */
export function Redacting({ known, decision: { openedBy, redacted, voters }, room }: RedactingProps) {
  const [what, ask] = useState<{ answerOf?: string; label: string }>();
  const { send, refusal, isBusy } = useRequest();
  const { decisionId } = known;
  const isMine = (author: string) => room.isOwner.value || author === room.me;
  const reasons = voters.filter(({ participantId, reason }) => reason && isMine(participantId));
  const texts: { answerOf?: string; label: string }[] = [
    ...(isMine(openedBy) && !redacted ? [{ label: 'the texts of the question' }] : []),
    ...reasons.map(({ participantId, name }) => ({
      answerOf: participantId,
      label: participantId === room.me ? 'your reason' : `the reason of ${name}`,
    })),
  ];
  const redact = async () => {
    const { answerOf } = what!;
    const next = await send(
      ['redact', answerOf],
      (idempotencyKey) => room.space.call('redactDecision', { decisionId, answerOf }, { idempotencyKey }),
      () => (void known.read(), false),
    );
    if (!next) return;
    void known.learn(next);
    ask(undefined);
  };
  if (texts.length === 0) return null;
  return (
    <>
      <div class="actions">
        {texts.map((each) => (
          <button key={each.answerOf} type="button" class="bad small" onClick={() => ask(each)}>
            <span>
              Delete <bdi>{each.label}</bdi>…
            </span>
          </button>
        ))}
      </div>
      {what && (
        <RedactDialog title="Delete a text?" {...{ refusal, isBusy }} onRedact={redact} onClose={() => ask(undefined)}>
          This erases <bdi>{what.label}</bdi> for everyone, for good. What was answered and decided stays.
        </RedactDialog>
      )}
    </>
  );
}
