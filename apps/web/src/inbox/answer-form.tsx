import { useId, useState } from 'preact/hooks';
import { useFocus } from '../design/focus.ts';
import { Refusal } from '../design/refusal.tsx';
import { useAction } from '../space/action.ts';

interface AnswerProps {
  kind: 'reply' | 'decline';
  send: (text: string, idempotencyKey: string) => Promise<void>;
  onCancel: () => void;
}

const longestReason = 500;

export function AnswerForm({ kind, send, onCancel }: AnswerProps) {
  const id = useId();
  const field = useFocus<HTMLTextAreaElement>();
  const [text, write] = useState('');
  const { act, isBusy, refusal } = useAction((said: string, { idempotencyKey }) => send(said, idempotencyKey));
  const isReply = kind === 'reply';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void act(text.trim());
  };
  return (
    <form class="answer" onSubmit={submit}>
      <div class="field">
        <label for={id}>
          {isReply ? (
            'Your reply'
          ) : (
            <>
              Reason <small>(optional)</small>
            </>
          )}
        </label>
        <textarea
          id={id}
          ref={field}
          rows={isReply ? 3 : 2}
          dir="auto"
          required={isReply}
          maxLength={isReply ? undefined : longestReason}
          value={text}
          onInput={(event) => write(event.currentTarget.value)}
        />
      </div>
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
