import type { Comment } from '@parley/sdk';
import { useState } from 'preact/hooks';
import { useAction } from '../../../space/action.ts';
import { RedactDialog } from '../../redact-dialog.tsx';
import type { Threads } from './threads.ts';

/** Erases the text of a comment, for its author and the owner. */
export function Redacting({ comment: { commentId, authorId, redacted }, threads }: { comment: Comment; threads: Threads }) {
  const { room } = threads.opened;
  const [isAsked, ask] = useState(false);
  const { act, refusal, isBusy } = useAction(async (_: void, call) => {
    await threads.calls!.redact(commentId, call);
    await threads.read();
  });
  if (redacted || !(room.isOwner.value || authorId === room.me)) return null;
  const redact = async () => {
    if (await act()) ask(false);
  };
  return (
    <>
      <button type="button" class="small quiet" onClick={() => ask(true)}>
        Delete its text…
      </button>
      {isAsked && (
        <RedactDialog
          title="Delete the text of this comment?"
          {...{ refusal, isBusy }}
          onRedact={redact}
          onClose={() => ask(false)}
        >
          What the comment says, the passage that it quotes and the message about it are erased for good. The comment itself
          stays, with its replies.
        </RedactDialog>
      )}
    </>
  );
}
