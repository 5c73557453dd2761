import { DecisionEndedError, type DecisionView } from '@parley/sdk';
import { useId, useState } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import { useRequest } from '../../space/request.ts';
import type { KnownDecision } from './known-decision.ts';
import { labelOf } from './words.ts';

const mostReason = 2_000;

interface AnswersProps {
  known: KnownDecision;
  decision: DecisionView;
  titleId: string;
  onAnswered(): void;
}

/** The options as buttons, for somebody who is asked: one press answers. */
export function Answers({ known, decision, titleId, onAnswered }: AnswersProps) {
  const { space, decisionId } = known;
  const mine = decision.voters.find(({ participantId }) => participantId === space.participantId);
  const [isChanging, change] = useState(false);
  const [reason, write] = useState(mine?.reason ?? '');
  // Whoever empties the field is still writing.
  const [hasReason] = useState(reason !== '');
  const { send, refusal, refuse, isBusy } = useRequest();
  const reasonId = useId();
  const answer = async (option: string) => {
    const why = reason.trim() || undefined;
    // The version that is shown, whatever was written since.
    const wish = { decisionId, option, reason: why, version: decision.artifact?.version };
    const next = await send(
      [option, why],
      (idempotencyKey) => space.call('answerDecision', wish, { idempotencyKey }),
      (error) => {
        if (!(error instanceof DecisionEndedError)) return false;
        void known.read();
        refuse('It ended before your answer arrived.');
        return true;
      },
    );
    if (!next) return;
    change(false);
    void known.learn(next);
    onAnswered();
  };
  if (mine?.answered && !isChanging) {
    return (
      <div class="your-answer">
        <p role="status">
          You answered {mine.option !== undefined && <bdi class="chosen">{labelOf(decision, mine.option)}</bdi>}
        </p>
        <button type="button" class="quiet" onClick={() => change(true)}>
          Change your answer
        </button>
        <Refusal text={refusal} />
      </div>
    );
  }
  return (
    <div class="answers" role="group" aria-labelledby={titleId}>
      <div class="options">
        {decision.options.map(({ id, label, description }) => (
          <button
            key={id}
            type="button"
            class="quiet option"
            disabled={isBusy}
            {...(mine?.answered && { 'aria-pressed': id === mine.option })}
            onClick={() => answer(id)}
          >
            <bdi>{label}</bdi>
            {description && <small dir="auto">{description}</small>}
          </button>
        ))}
      </div>
      <details class="why" open={hasReason}>
        <summary>Say why</summary>
        <label for={reasonId}>
          Reason <small>(optional, sent with your answer)</small>
        </label>
        <textarea
          id={reasonId}
          rows={2}
          maxLength={mostReason}
          dir="auto"
          value={reason}
          onInput={(event) => write(event.currentTarget.value)}
        />
      </details>
      {isChanging && (
        <button type="button" class="quiet" onClick={() => change(false)}>
          Keep it as it is
        </button>
      )}
      <Refusal text={refusal} />
    </div>
  );
}
