import './composer.css';
import { useRef, useState } from 'preact/hooks';
import { draftIn, keepDraft, newDraft } from '../../space/drafts.ts';
import type { Room } from '../../space/room.ts';

const isTouch = matchMedia('(pointer: coarse)');

export function Composer({ room }: { room: Room }) {
  const [draft, change] = useState(() => draftIn(room.spaceId));
  const [refusal, refuse] = useState('');
  const [isBusy, work] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const write = (text: string) => {
    // Another text is another message.
    const next = { ...draft, text, once: text === draft.text ? draft.once : newDraft().once };
    keepDraft(room.spaceId, next);
    change(next);
  };

  async function send(event: SubmitEvent) {
    event.preventDefault();
    if (!draft.text.trim() || isBusy) return;
    work(true);
    refuse('');
    try {
      await room.space.send(draft.text, { idempotencyKey: draft.once });
      keepDraft(room.spaceId, undefined);
      change(newDraft());
    } catch (error) {
      refuse(`Not sent. ${(error as Error).message}`);
    } finally {
      work(false);
    }
  }

  const typed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || isTouch.matches) return;
    event.preventDefault();
    form.current!.requestSubmit();
  };
  const isMuted = room.isMuted.value;
  return (
    <form class="composer" ref={form} onSubmit={send}>
      {isMuted && <p role="status">The owner muted you. You can read, but not write.</p>}
      <div class="write">
        <label for="text" class="unseen">
          Message
        </label>
        <textarea
          id="text"
          rows={1}
          placeholder="Write a message"
          enterkeyhint={isTouch.matches ? 'enter' : 'send'}
          dir="auto"
          disabled={isMuted}
          value={draft.text}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={typed}
        />
        <button disabled={isMuted || isBusy || !draft.text.trim()}>Send</button>
      </div>
      <p class="said-no" role="alert">
        {refusal}
      </p>
    </form>
  );
}
