import { Dialog } from '../../../design/dialog.tsx';
import { useRequest } from '../../../space/request.ts';
import type { Quoted } from './passage.ts';
import type { Threads } from './threads.ts';

/** What somebody says about a passage, and to whom. */
export function CommentDialog({ threads, quoted, onClose }: { threads: Threads; quoted: Quoted; onClose(): void }) {
  const { send, refusal, isBusy } = useRequest();
  const { room, view } = threads.opened;
  const others = room.participants.value.filter(({ participantId, status }) => status === 'active' && participantId !== room.me);
  const { quote, occurrence } = quoted;
  const { version } = view.value!;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = String(form.get('text')).trim();
    const to = String(form.get('to') ?? '') || undefined;
    const done = await send([version, quote, occurrence, text, to], (idempotencyKey) =>
      threads.calls!.add(quote, text, { version, occurrence, to, idempotencyKey }),
    );
    if (!done) return;
    void threads.read();
    onClose();
  };
  return (
    <Dialog title="Comment" onClose={onClose}>
      <blockquote class="commented-quote" dir="auto">
        {quote}
      </blockquote>
      <form onSubmit={submit}>
        <div class="field">
          <label for="comment-text">What you say about it, in Markdown</label>
          <textarea id="comment-text" name="text" rows={4} required maxLength={2_000} dir="auto" autofocus />
        </div>
        {others.length > 0 && (
          <div class="field">
            <label for="comment-to">
              Ask <small>(optional)</small>
            </label>
            <select id="comment-to" name="to">
              <option value="">Nobody in particular</option>
              {others.map(({ participantId, name, displayName = name }) => (
                <option key={participantId} value={participantId}>
                  {displayName}
                </option>
              ))}
            </select>
          </div>
        )}
        <p class="said-no" role="alert">
          {refusal}
        </p>
        <button disabled={isBusy}>Comment</button>
      </form>
    </Dialog>
  );
}
