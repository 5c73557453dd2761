import { useState } from 'preact/hooks';
import { Refusal } from '../design/refusal.tsx';
import { useAction } from '../space/action.ts';

interface AnswerProps {
  kind: 'reply' | 'decline';
  send: (text: string, idempotencyKey: string) => Promise<void>;
  onCancel: () => void;
}

const longestReason = 500;

export function AnswerForm({ kind, send, onCancel }: AnswerProps) {
  const [text, write] = useState('');
  const { act, isBusy, refusal } = useAction((said: string, { idempotencyKey }) => send(said, idempotencyKey));
  const isReply = kind === 'reply';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void act(text.trim());
  };
  return (
    <form class="answer" onSubmit={submit}>
      <label>
        {isReply ? (
          'Your reply'
        ) : (
          <>
            Reason <small>(optional)</small>
          </>
        )}
        <textarea
          rows={isReply ? 3 : 2}
          dir="auto"
          autofocus
          required={isReply}
          maxLength={isReply ? undefined : longestReason}
          value={text}
          onInput={(event) => write(event.currentTarget.value)}
        />
      </label>
      <Refusal text={refusal} />
      <div class="buttons">
        <button disabled={isBusy || (isReply && !text.trim())}>{isReply ? 'Send the reply' : 'Decline'}</button>
        <button type="button" class="quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
