import type { Comment } from '@parley/sdk';
import { useRef, useState } from 'preact/hooks';
import { useAction } from '../../../space/action.ts';
import { Markdown } from '../../../text/markdown.tsx';
import { Redacted } from '../../redacted.tsx';
import { When } from '../../when.tsx';
import { Redacting } from './redacting.tsx';
import type { Thread, Threads } from './threads.ts';

interface ThreadItemProps {
  thread: Thread;
  threads: Threads;
  canWrite: boolean;
  isCurrent: boolean;
  /** Leads to the passage, if the text has it. */
  onJump(): void;
}

/** A comment with its passage, its replies, and what can be done with it. */
export function ThreadItem({ thread: { first, replies }, threads, canWrite, isCurrent, onJump }: ThreadItemProps) {
  const { room, view } = threads.opened;
  const { commentId, state, orphaned, quote } = first;
  const isResolved = state === 'resolved';
  const isMine = first.authorId === room.me || view.value!.createdBy === room.me || room.isOwner.value;
  const [isReplying, reply] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const ending = useAction(async (_: void, call) => {
    await (isResolved ? threads.calls!.reopen(commentId, call) : threads.calls!.resolve(commentId, call));
    await threads.read();
  });
  const replying = useAction(async (text: string, call) => {
    await threads.calls!.reply(commentId, text, call);
    await threads.read();
  });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const text = String(new FormData(form.current!).get('text')).trim();
    if (text && (await replying.act(text))) reply(false);
  };
  return (
    <li class="thread" id={`comment-${commentId}`} tabIndex={-1} aria-current={isCurrent || undefined}>
      {orphaned && quote && (
        <p class="commented-quote" dir="auto">
          <small>No longer in the text:</small> {quote}
        </p>
      )}
      {!orphaned && (
        <button type="button" class="commented-quote" dir="auto" onClick={onJump}>
          <span class="unseen">Show in the text: </span>
          {quote}
        </button>
      )}
      {[first, ...replies].map((each) => (
        <Said key={each.commentId} comment={each} threads={threads} canWrite={canWrite} />
      ))}
      {isResolved && (
        <p>
          <small>
            Resolved by <bdi>{first.resolvedBy === room.me ? 'you' : room.nameOf(first.resolvedBy!)}</bdi>
          </small>
        </p>
      )}
      {isReplying && (
        <form ref={form} onSubmit={submit}>
          <label class="unseen" for={`reply-${commentId}`}>
            Your reply
          </label>
          <textarea id={`reply-${commentId}`} name="text" rows={2} required maxLength={2_000} dir="auto" autofocus />
          <div class="actions">
            <button class="small" disabled={replying.isBusy}>
              Reply
            </button>
            <button type="button" class="small quiet" onClick={() => reply(false)}>
              Cancel
            </button>
          </div>
        </form>
      )}
      {(ending.refusal || replying.refusal) && (
        <p class="said-no" role="alert">
          {ending.refusal || replying.refusal}
        </p>
      )}
      {canWrite && !isReplying && (
        <div class="actions">
          {!isResolved && (
            <button type="button" class="small quiet" onClick={() => reply(true)}>
              Reply
            </button>
          )}
          {isMine && (
            <button type="button" class="small quiet" disabled={ending.isBusy} onClick={() => void ending.act()}>
              {isResolved ? 'Reopen' : 'Resolve'}
            </button>
          )}
        </div>
      )}
    </li>
  );
}

interface SaidProps {
  comment: Comment;
  threads: Threads;
  canWrite: boolean;
}

function Said({ comment, threads, canWrite }: SaidProps) {
  const { authorId, authorName, createdAt, text, redacted } = comment;
  const { room } = threads.opened;
  return (
    <div class="comment-said">
      <p>
        <bdi class="name">{authorId === room.me ? 'You' : authorName}</bdi>{' '}
        <small>
          <When at={createdAt} />
        </small>
      </p>
      {redacted ? <Redacted {...redacted} room={room} /> : <Markdown text={text} />}
      {canWrite && <Redacting comment={comment} threads={threads} />}
    </div>
  );
}
