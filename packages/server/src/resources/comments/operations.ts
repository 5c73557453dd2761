import {
  artifact,
  comment as rules,
  commentChanged,
  delivery,
  maxSequence,
  missing,
  notFound,
  type ArtifactVersion,
  type Comment,
  type Delivery,
  type InputOf,
  type SpaceState,
} from '@parley/core';
import { read, writeWith } from '../../engine/operation.ts';
import { Outdated } from '../../engine/write/decide.ts';
import { withContent } from '../artifacts/change.ts';
import {
  directed,
  openTo,
  receivers,
  settledAll,
  settledBy,
  type AnnouncedMessage,
  type DirectedRequest,
} from '../deliveries/directed.ts';
import { pageOf } from '../pages.ts';
import { redactionBy } from '../redacting.ts';
import { commentView, commentViews } from './present.ts';
import type { StoredComment } from './queries.ts';
import { bytesOf, commentIn, erased, textsOf, type FoundTexts } from './texts.ts';

/** What was read of a thread: it can have grown, or been resolved or reopened, since. */
interface FoundThread {
  /** The comments of the state from before the reading. */
  known: SpaceState['comments'] | undefined;
  /** The first is that which it began with. */
  comments: readonly Comment[];
  announcements: AnnouncedMessage;
  /** How many deliveries of the caller to those whom it tells are open, if they could be too many. */
  open: ReadonlyMap<string, number> | undefined;
}

type ThreadRequest = DirectedRequest & { known(): { state: SpaceState } | undefined };

/** Reads a thread, for callers who are admitted. `to`: who will get a message besides those whom the caller answers. */
async function found(asked: ThreadRequest, commentId: string, to: readonly string[] = []): Promise<FoundThread> {
  const { input, env } = asked;
  const { participantId } = await asked.caller();
  const known = asked.known()?.state.comments;
  const thread = await env.comments.thread(input.spaceId, commentId);
  const comments = thread ? [thread.first, ...thread.replies] : [];
  const announcements = await env.deliveries.some(input.spaceId, rules.deliveriesOf(comments));
  const askers = announcements.filter((each) => each.participantId === participantId).map(({ senderId }) => senderId);
  return { known, comments, announcements, open: await openTo([...new Set([...to, ...askers])], asked) };
}

/** What the decision about a comment needs besides the state. */
interface PreparedComment {
  /** The version that has the passage. */
  version?: ArtifactVersion | undefined;
  thread?: FoundThread | undefined;
  /** What the thread began with. */
  first?: StoredComment | undefined;
  open?: ReadonlyMap<string, number> | undefined;
}

interface NewComment extends Comment {
  to: readonly string[];
}

export const createComment = writeWith<'createComment'>()<PreparedComment, NewComment>(
  async (asked) => {
    const { input, env } = asked;
    await asked.caller();
    const { spaceId, artifactId, version, replyTo, to } = input;
    const thread = replyTo === undefined ? undefined : await found(asked, replyTo, to);
    const [based, [first], open] = await Promise.all([
      version === undefined ? undefined : env.versions.find(spaceId, artifactId, version),
      version === undefined ? env.comments.withTexts(spaceId, thread?.comments.slice(0, 1) ?? []) : [],
      thread ? thread.open : openTo(to ?? [], asked),
    ]);
    return { version: based, thread, first, open };
  },
  (asked, prepared) => {
    const { state, caller, input, now, env } = asked;
    const { artifactId, text, replyTo, to, expects = 'reply' } = input;
    const before = artifact.found(state.artifacts.get(artifactId));
    const thread = replyTo === undefined ? [] : rules.threadToReply(state, { artifactId, replyTo }, prepared.thread!.comments);
    const first = thread.length > 0 ? rules.firstOf(thread) : undefined;
    // Its passage was erased after it was read.
    if (first?.redacted && prepared.first && !prepared.first.comment.redacted) throw new Outdated();
    const passage = passageOf(input, before, prepared);
    const wish = { commentId: env.mint.id(), artifactId, replyTo: first?.commentId, version: passage.version };
    const opened = rules.open(state, wish, caller, now);
    if (to) delivery.addressees(state, caller, to);
    const settled = settledIn(thread, asked, prepared.thread);
    const { messageId, spent, events, deliveries, signals } = directed(asked, {
      content: rules.message(before, passage, text),
      to: to ?? settled.askers,
      expects: to ? expects : 'nothing',
      askers: settled.askers,
      about: { commentId: wish.commentId, artifactId },
      replyTo: settled.messageId ?? first?.asking?.messageId,
      open: prepared.open,
      spends: true,
    });
    const deliveryIds = deliveries.map(({ deliveryId }) => deliveryId);
    const comment = { ...opened, asking: messageId === undefined ? undefined : { messageId, deliveryIds } };
    const { version: _, ...place } = passage;
    const said = { text, ...place };
    return {
      changes: {
        ...spent,
        comments: [comment],
        commentTexts: [{ commentId: comment.commentId, ...said, bytes: bytesOf(said) }],
        deliveries: [...deliveries, ...settled.deliveries],
        signals,
      },
      // The message is first, because its deliveries name its sequence.
      events: [...events, ...settled.events, commentChanged('created', comment, before, caller.participantId)],
      outcome: { ...comment, to: receivers(deliveries) },
    };
  },
  async ({ to, ...comment }, { state, env }) => ({ ...(await commentView(env, state.space.spaceId, comment)), to: [...to] }),
);

/** The passage that a comment names, or else that of its thread. */
function passageOf(
  { version, quote, occurrence }: InputOf<'createComment'>,
  before: { version: number },
  prepared: PreparedComment,
) {
  if (version === undefined || quote === undefined) {
    const { quote, start, before, after } = prepared.first!.text;
    return { version: prepared.first!.comment.version, quote, start, before, after };
  }
  if (version > before.version) throw notFound(missing.version);
  // It was written after it was looked for.
  if (!prepared.version) throw new Outdated();
  return { version, ...rules.passageIn(withContent(prepared.version).content, { version, quote, occurrence }) };
}

/** Who answers settles what the thread has asked them, and reaches who asked. */
function settledIn(thread: readonly Comment[], asked: Parameters<typeof directed>[0], found: FoundThread | undefined) {
  const deliveryIds = rules.deliveriesOf(thread);
  const announced = (found?.announcements ?? []).filter(({ deliveryId }) => deliveryIds.includes(deliveryId));
  // Somebody was asked after the thread was read.
  if (announced.length < deliveryIds.length) throw new Outdated();
  const isMine = ({ participantId }: Delivery) => participantId === asked.caller.participantId;
  const settled = announced.filter(isMine).map((each) => settledBy(each, asked));
  const deliveries = settled.flatMap(({ changes }) => changes.deliveries);
  const replied = deliveries.filter(({ outcome }) => outcome === 'replied');
  return {
    deliveries,
    events: settled.flatMap(({ events }) => events),
    messageId: replied.at(-1)?.messageId,
    askers: [...new Set(replied.filter(({ expects }) => expects === 'reply').map(({ senderId }) => senderId))],
    /** What others are asked, and need not do any more if the thread is resolved. */
    others: announced.filter((each) => !isMine(each) && each.expects !== 'nothing').map(({ deliveryId }) => deliveryId),
  };
}

export const listComments = read<'listComments'>(async ({ state, input, env }) => {
  const { spaceId, artifactId, state: which, before = maxSequence, limit } = input;
  artifact.found(state.artifacts.get(artifactId));
  const { page, hasMore } = pageOf(await env.comments.page(which, { spaceId, artifactId, before, limit: limit + 1 }), limit);
  return { comments: await commentViews(env, { spaceId, artifactId }, page), hasMore };
});

export const resolveComment = writeWith<'resolveComment'>()<FoundThread, Comment>(
  (asked) => found(asked, asked.input.commentId),
  (asked, stored) => {
    const { state, caller, input, now } = asked;
    const before = artifact.found(state.artifacts.get(input.artifactId));
    const thread = rules.openThread(state, input, stored.comments);
    rules.assertResolves(rules.firstOf(thread ?? stored.comments), before, caller);
    if (!thread) {
      const ended = current(stored, state, input.commentId);
      return { outcome: ended, isRepeatable: true };
    }
    const settled = settledIn(thread, asked, stored);
    const withdrawn = settledAll(asked, { deliveryIds: settled.others }, stored.announcements);
    const resolved = rules.resolved(thread, caller, now);
    const first = rules.firstOf(resolved);
    const told = directed(asked, {
      content: rules.resolution(before),
      to: settled.askers,
      expects: 'nothing',
      about: { commentId: first.commentId, artifactId: before.artifactId },
      replyTo: settled.messageId,
      open: stored.open,
      mustFit: true,
    });
    return {
      changes: {
        forgotten: { comments: resolved },
        deliveries: [...told.deliveries, ...settled.deliveries, ...withdrawn.deliveries],
        signals: told.signals,
      },
      // The message is first, because its deliveries name its sequence.
      events: [
        ...told.events,
        ...settled.events,
        ...withdrawn.events,
        commentChanged('resolved', first, before, caller.participantId),
      ],
      outcome: named(resolved, stored, input.commentId),
    };
  },
  (comment, { state, env }) => commentView(env, state.space.spaceId, comment),
);

export const reopenComment = writeWith<'reopenComment'>()<FoundThread, Comment>(
  (asked) => found(asked, asked.input.commentId),
  (asked, stored) => {
    const { state, caller, input } = asked;
    const before = artifact.found(state.artifacts.get(input.artifactId));
    const thread = rules.openThread(state, input, stored.comments);
    rules.assertResolves(rules.firstOf(thread ?? stored.comments), before, caller);
    if (thread) return { outcome: named(thread, stored, input.commentId), isRepeatable: true };
    current(stored, state, input.commentId);
    const reopened = rules.reopened(state, stored.comments);
    return {
      changes: { comments: reopened },
      events: [commentChanged('reopened', rules.firstOf(reopened), before, caller.participantId)],
      outcome: named(reopened, stored, input.commentId),
    };
  },
  (comment, { state, env }) => commentView(env, state.space.spaceId, comment),
);

export const redactComment = writeWith<'redactComment'>()<FoundTexts, Comment>(
  async ({ input, env, caller, known }) => {
    await caller();
    return textsOf(input, env, known()?.state);
  },
  (asked, found) => {
    const { state, caller, input } = asked;
    const { artifactId } = input;
    const before = commentIn(state, found);
    if (before?.artifactId !== artifactId) {
      artifact.found(state.artifacts.get(artifactId));
      throw notFound(missing.commentId);
    }
    rules.assertRedactable(before, caller);
    if (before.redacted) return { outcome: before, isRepeatable: true };
    return erased(found, redactionBy(asked));
  },
  (comment, { state, env }) => commentView(env, state.space.spaceId, comment),
);

/** The comment of a resolved thread, as it was read. Throws `Outdated` if comments can have been resolved or reopened since. */
function current({ known, comments }: FoundThread, state: SpaceState, commentId: string): Comment {
  if (state.comments !== known) throw new Outdated();
  return comments.find((each) => each.commentId === commentId)!;
}

/** The comment that a caller named, with its sequence, which the process that stored it does not know. */
function named(thread: readonly Comment[], { comments }: FoundThread, commentId: string): Comment {
  const isNamed = (each: Comment) => each.commentId === commentId;
  return { ...thread.find(isNamed)!, sequence: comments.find(isNamed)?.sequence };
}
