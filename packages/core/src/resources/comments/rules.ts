import { assertAllowed } from '../../kernel/assertions.ts';
import { inQuotes } from '../../kernel/envelope.ts';
import { invalidField, notFound, ServiceError } from '../../kernel/errors.ts';
import type { Instant } from '../../kernel/instant.ts';
import type { Redaction } from '../../kernel/redaction.ts';
import type { SpaceState } from '../../kernel/state.ts';
import type { Artifact } from '../artifacts/entity.ts';
import { authorIn } from '../artifacts/rules.ts';
import type { Participant } from '../participants/entity.ts';
import { placeOf, type Place } from './anchor.ts';
import { threadOf, type Comment, type CommentText } from './entity.ts';
import { missing } from './errors.ts';
import { maxCommentsPerThread, maxOpenComments, maxOpenCommentsPerSpace } from './limits.ts';

type OfArtifact = Pick<Comment, 'artifactId' | 'commentId'>;

/** What its author says of a comment, besides its text. */
type CommentWish = Pick<Comment, 'commentId' | 'artifactId' | 'replyTo' | 'version'>;

/** A new comment. Throws if there are too many open ones. */
export function open(state: SpaceState, wish: CommentWish, author: Participant, now: Instant): Comment {
  const before = wish.replyTo === undefined ? [] : threadIn(state, wish.replyTo);
  if (before.length >= maxCommentsPerThread)
    throw full(`A thread can have at most ${maxCommentsPerThread} comments: begin another one`);
  assertRoom(state, wish.artifactId, 1);
  return { ...wish, ...authorIn(state, author), createdAt: now };
}

function assertRoom(state: SpaceState, artifactId: string, more: number): void {
  const most = openOn(state, artifactId).length + more > maxOpenComments && `An artifact can have at most ${maxOpenComments}`;
  const mostOfAll = state.comments.size + more > maxOpenCommentsPerSpace && `A space can have at most ${maxOpenCommentsPerSpace}`;
  const which = most || mostOfAll;
  if (which) throw full(`${which} open comments: resolve some`);
}

const full = (message: string): ServiceError => new ServiceError('limit_reached', message);

/** The open comments on an artifact, oldest first. */
export const openOn = ({ comments }: SpaceState, artifactId: string): Comment[] =>
  [...comments.values()].filter((each) => each.artifactId === artifactId);

/** The deliveries of their messages. */
export const deliveriesOn = (state: SpaceState, artifactId: string): string[] => deliveriesOf(openOn(state, artifactId));

export const deliveriesOf = (comments: readonly Comment[]): string[] =>
  comments.flatMap(({ asking }) => asking?.deliveryIds ?? []);

/** The open comments of a thread, with the one that it began with. */
export const threadIn = ({ comments }: SpaceState, threadId: string): Comment[] =>
  [...comments.values()].filter((each) => threadOf(each) === threadId);

/**
 * The thread of a comment on an artifact, if it is open; otherwise undefined.
 * @param stored - The thread as the store has it: one that is resolved is no longer in the state.
 */
export function openThread(state: SpaceState, { artifactId, commentId }: OfArtifact, stored: readonly Comment[]) {
  const known = state.comments.get(commentId) ?? stored.find((each) => each.commentId === commentId);
  if (known?.artifactId !== artifactId) throw notFound(missing.commentId);
  const thread = threadIn(state, threadOf(known));
  return thread.length > 0 ? thread : undefined;
}

/** The thread that a reply belongs to. Throws if there is none on this artifact, or it is resolved. */
export function threadToReply(
  state: SpaceState,
  { artifactId, replyTo }: { artifactId: string; replyTo: string },
  stored: readonly Comment[],
): readonly [Comment, ...Comment[]] {
  const known = state.comments.get(replyTo) ?? stored.find((each) => each.commentId === replyTo);
  if (known?.artifactId !== artifactId) throw invalidField('replyTo', 'must be the id of a comment on this artifact');
  const [first, ...others] = threadIn(state, threadOf(known));
  if (!first) throw new ServiceError('comment_resolved', 'The comment is resolved: reopen it to reply');
  return [first, ...others];
}

/** The passage that a comment is about. Throws 409 if the text does not have it. */
export function passageIn(
  text: string,
  { version, quote, occurrence }: { version: number; quote: string; occurrence?: number | undefined },
): Place {
  const place = placeOf(text, quote, occurrence);
  if (place) return place;
  const which = occurrence === undefined || !placeOf(text, quote) ? 'the quote' : `the quote ${occurrence} times`;
  throw new ServiceError('quote_not_found', `Version ${version} does not have ${which}: copy it character by character`);
}

/** Throws unless the caller can end a thread and open it again. */
export function assertResolves(first: Pick<Comment, 'authorId'>, { createdBy }: Artifact, caller: Participant): void {
  const { participantId, isOwner } = caller;
  const isAllowed = isOwner || participantId === first.authorId || participantId === createdBy;
  assertAllowed(isAllowed, 'the author of the comment, the creator of the artifact and the owner of the space can resolve it');
}

export const resolved = (thread: readonly Comment[], { participantId }: Participant, now: Instant): Comment[] =>
  thread.map((each) => ({ ...each, resolution: { by: participantId, at: now } }));

/** Throws if there is no room for them. */
export function reopened(state: SpaceState, thread: readonly Comment[]): Comment[] {
  assertRoom(state, thread[0]!.artifactId, thread.length);
  return thread.map((each) => ({ ...each, resolution: undefined }));
}

/** The first comment of a thread. */
export const firstOf = (thread: readonly Comment[]): Comment => thread.find(({ replyTo }) => replyTo === undefined)!;

/** Throws if a participant must not erase the texts of a comment. */
export const assertRedactable = ({ authorId }: Comment, { participantId, isOwner }: Participant): void =>
  assertAllowed(
    isOwner || participantId === authorId,
    'the author of the comment and the owner of the space can erase its texts',
  );

/** A comment without its texts. Its thread goes on as it was. */
export const redact = (comment: Comment, redacted: Redaction): Comment => ({ ...comment, redacted });

/** What a comment says, without the passage that it is about. */
export const withoutPassage = <Text extends Place>(text: Text): Text => ({ ...text, quote: '', before: '', after: '' });

interface QuotingComment {
  readonly comment: Comment;
  readonly text: Pick<CommentText, 'quote' | 'start'>;
}

/** Whether a reply repeats the passage of the comment that its thread began with. */
export const repeatsPassage = (reply: QuotingComment, first: QuotingComment): boolean =>
  reply.comment.replyTo === first.comment.commentId &&
  reply.comment.version === first.comment.version &&
  reply.text.start === first.text.start &&
  reply.text.quote !== '' &&
  reply.text.quote === first.text.quote;

const quoted = (quote: string): string =>
  quote
    .split('\n')
    .map((line) => `> ${line}\n`)
    .join('');

/** The text of the message to those whom a comment is directed to. */
export const message = ({ name }: Pick<Artifact, 'name'>, { quote }: Pick<Place, 'quote'>, text: string): string =>
  `On ${inQuotes(name)}:\n${quote && quoted(quote)}\n${text}`;

/** The text of such a message, without the passage. */
export const messageWithout = (quote: string, content: string): string =>
  quote === '' ? content : content.replace(`:\n${quoted(quote)}\n`, () => ':\n\n');

/** The text of the message to those who asked somebody who resolves the comment. */
export const resolution = ({ name }: Pick<Artifact, 'name'>): string => `I resolved your comment on ${inQuotes(name)}`;
