import './comments.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../../design/dialog.tsx';
import type { Opened } from '../opened.ts';
import { CommentDialog } from './comment-dialog.tsx';
import { quoteOf, shownPart, type Quoted } from './passage.ts';
import { mark, rangeOf, selectedIn } from './shown-text.ts';
import { ThreadItem } from './thread-item.tsx';
import { Threads } from './threads.ts';

const longest = 500;
/** Between two threads beside the text. */
const between = 8;

interface CommentedProps {
  opened: Opened;
  canWrite: boolean;
  /** The comment that the address names. */
  about: string | undefined;
  /** The text that is read. */
  children: ComponentChildren;
}

/** A text with its comments: beside it where there is room, otherwise behind a button. */
export function Commented({ opened, canWrite, about, children }: CommentedProps) {
  const threads = useMemo(() => new Threads(opened), [opened]);
  useEffect(() => threads.follow(), [threads]);
  const text = useRef<HTMLDivElement>(null);
  const [quoted, quote] = useState<Quoted>();
  const [isListed, list] = useState(false);
  const [current, choose] = useState(about);
  const all = threads.all.value;
  // The margin takes room from the text, so it is there from the first comment on; it stays when the last one is resolved.
  const hasMargin = useRef(false);
  hasMargin.current ||= all.length > 0;
  const { content } = opened.view.value!;
  const rangeFor = (commentId: string): Range | undefined => {
    const anchor = all.find(({ first }) => first.commentId === commentId)?.first.anchor;
    const part = anchor && text.current && shownPart(content, text.current.textContent, anchor);
    return part ? rangeOf(text.current!, part) : undefined;
  };
  const jump = (commentId: string) => {
    choose(commentId);
    list(false);
    // Once the sheet that lists it is closed.
    setTimeout(() => rangeFor(commentId)?.startContainer.parentElement?.scrollIntoView({ block: 'center' }));
  };
  useEffect(() => {
    const ranges = all.filter(({ first }) => first.state === 'open').flatMap(({ first }) => rangeFor(first.commentId) ?? []);
    mark('commented', ranges);
    const chosen = current === undefined ? undefined : rangeFor(threadOf(threads, current));
    mark('commented-current', chosen ? [chosen] : []);
    return () => ['commented', 'commented-current'].forEach((name) => mark(name, []));
  }, [all, content, current]);
  /** Shows what was said: in the sheet, where the margin is not shown. */
  const open = (commentId: string) => {
    const item = document.getElementById(`comment-${commentId}`);
    if (item?.offsetParent) item.focus({ preventScroll: true });
    else list(true);
  };
  const isKnown = about !== undefined && threads.has(about);
  useEffect(() => {
    if (about !== undefined) void threads.seek(about);
  }, [threads, about]);
  useEffect(() => {
    if (!isKnown) return;
    const commentId = threadOf(threads, about);
    jump(commentId);
    open(commentId);
  }, [isKnown, about]);
  useEffect(() => {
    const element = text.current!;
    const press = ({ target, clientX, clientY }: MouseEvent) => {
      // What is pressed or selected there is not about the comment.
      if ((target as Element).closest('a, button, summary, input') || !document.getSelection()?.isCollapsed) return;
      const place = document.caretPositionFromPoint?.(clientX, clientY);
      if (!place) return;
      const isThere = (commentId: string) => rangeFor(commentId)?.isPointInRange(place.offsetNode, place.offset);
      const { first } = all.find(({ first: { state, commentId } }) => state === 'open' && isThere(commentId)) ?? {};
      if (!first) return;
      choose(first.commentId);
      open(first.commentId);
    };
    element.addEventListener('click', press);
    return () => element.removeEventListener('click', press);
  }, [all, content]);
  const items = all.map((thread) => (
    <ThreadItem
      key={thread.first.commentId}
      thread={thread}
      threads={threads}
      canWrite={canWrite}
      isCurrent={current !== undefined && threadOf(threads, current) === thread.first.commentId}
      onJump={() => jump(thread.first.commentId)}
    />
  ));
  const controls = (
    <label class="choice">
      <input
        type="checkbox"
        checked={threads.withResolved.value}
        onChange={({ currentTarget }) => (threads.withResolved.value = currentTarget.checked)}
      />
      Show resolved comments
    </label>
  );
  const count = threads.open.value;
  const listed = (
    <button type="button" class="quiet comments-button" onClick={() => list(true)}>
      Comments ({count})
    </button>
  );
  return (
    <div class={`commented${hasMargin.current ? ' has-margin' : ''}`}>
      {/* What is open is seen before a long text. */}
      {count > 0 && listed}
      <div class="commented-text" ref={text}>
        {children}
      </div>
      {canWrite && <CommentButton text={text} content={content} onQuote={quote} />}
      {count === 0 && listed}
      <aside class="comments-margin" aria-label="Comments">
        {controls}
        {/* Each has ids of its own, so it is shown once. */}
        {!isListed && (
          <Aligned rangeFor={rangeFor} ids={all.map(({ first }) => first.commentId)} content={content}>
            {items}
          </Aligned>
        )}
      </aside>
      <p class="said-no" role="alert">
        {threads.refusal.value}
      </p>
      {isListed && (
        <Dialog title="Comments" onClose={() => list(false)}>
          {controls}
          {all.length === 0 && <p class="empty">Nobody has commented yet. Select a passage of the text to comment on it.</p>}
          <ol class="threads">{items}</ol>
        </Dialog>
      )}
      {quoted && <CommentDialog threads={threads} quoted={quoted} onClose={() => quote(undefined)} />}
    </div>
  );
}

/** The comment that a thread began with. */
function threadOf({ all }: Threads, commentId: string): string {
  const found = all.peek().find(({ replies }) => replies.some((each) => each.commentId === commentId));
  return found?.first.commentId ?? commentId;
}

interface CommentButtonProps {
  text: { current: HTMLDivElement | null };
  content: string;
  onQuote(quoted: Quoted): void;
}

/** Appears below what is selected. */
function CommentButton({ text, content, onQuote }: CommentButtonProps) {
  const [place, show] = useState<{ top: number; left: number; quoted: Quoted }>();
  useEffect(() => {
    const look = () => {
      const element = text.current!;
      const part = selectedIn(element);
      const quoted = part && quoteOf(content, element.textContent, part);
      if (!quoted || [...quoted.quote].length > longest) return show(undefined);
      const rects = document.getSelection()!.getRangeAt(0).getClientRects();
      const last = rects[rects.length - 1];
      if (!last) return show(undefined);
      const around = element.getBoundingClientRect();
      const left = Math.max(0, Math.min(last.right - around.left, around.width) - 120);
      return show({ top: last.bottom - around.top + 4, left, quoted });
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [content]);
  if (!place) return null;
  return (
    <button
      type="button"
      class="comment-button"
      style={{ top: `${place.top}px`, left: `${place.left}px` }}
      // Otherwise what is selected would no longer be.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onQuote(place.quoted)}
    >
      Comment
    </button>
  );
}

interface AlignedProps {
  ids: readonly string[];
  content: string;
  rangeFor(commentId: string): Range | undefined;
  children: ComponentChildren;
}

/** Each as high as its passage, if those before it leave room. */
function Aligned({ ids, content, rangeFor, children }: AlignedProps) {
  const place = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const element = place.current!;
    const align = () => {
      const { top } = element.getBoundingClientRect();
      let bottom = 0;
      ids.forEach((commentId, i) => {
        const item = element.children[i] as HTMLElement | undefined;
        if (!item) return;
        const wanted = rangeFor(commentId)?.getBoundingClientRect().top;
        const least = i === 0 ? 0 : between;
        const gap = wanted === undefined ? least : Math.max(least, wanted - top - bottom);
        item.style.marginTop = `${gap}px`;
        bottom += gap + item.offsetHeight;
      });
    };
    align();
    const observer = new ResizeObserver(align);
    for (const item of element.children) observer.observe(item);
    observer.observe(element.parentElement!.parentElement!.firstElementChild!);
    return () => observer.disconnect();
  }, [ids.join(), content]);
  return (
    <ol class="threads" ref={place}>
      {children}
    </ol>
  );
}
