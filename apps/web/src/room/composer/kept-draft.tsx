import { CopyButton } from '../../design/copy-button.tsx';
import type { Room } from '../../space/room.ts';

/** What was being written when the room ended. */
export function KeptDraft({ room }: { room: Room }) {
  const { text } = room.drafts.draft.value;
  if (!text.trim()) return null;
  return (
    <section class="kept-draft" aria-labelledby="kept-draft-title">
      <h2 id="kept-draft-title">Your draft</h2>
      <p dir="auto">{text}</p>
      <CopyButton text={text} label="Copy the draft" />
    </section>
  );
}
