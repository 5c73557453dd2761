import { answerOf, mapped, type Answer } from '../../answer.ts';
import { assertArguments, assertOptions, callOptions } from '../../arguments.ts';
import type { SpaceCalls } from '../../calls.ts';
import type { Comment, CreatedComment, Expects } from '../../generated/types.ts';
import { idsOf } from '../../naming.ts';
import { lookupOptions, type CallOptions, type RedactOptions } from '../../options.ts';

/**
 * Whom a comment is directed to.
 * @see docs/sdk.md#comments
 */
export interface ReplyOptions extends CallOptions {
  /** Who is meant: the ids or names of up to 50 participants. Each gets a delivery. */
  to?: string | readonly string[] | undefined;
  /** What the addressees are expected to do; default `reply`. Requires `to`. */
  expects?: Expects | undefined;
}

/**
 * Which passage is meant, and whom a comment is directed to.
 * @see docs/sdk.md#comments
 */
export interface CommentOptions extends ReplyOptions {
  /** The version that has the passage; by default the one that was read last. */
  version?: number | undefined;
  /** Which one, counted from 1, if the version has the quote more than once; default the first. */
  occurrence?: number | undefined;
}

/**
 * Which comments to list.
 * @see docs/sdk.md#comments
 */
export interface CommentsOptions extends CallOptions {
  /** `open` by default; `resolved`, or `all`. */
  state?: 'open' | 'resolved' | 'all' | undefined;
  /** Only older comments than the one with this `sequence`. */
  before?: number | undefined;
  /** How many comments; default 50, at most 100. */
  limit?: number | undefined;
}

/** The artifact that comments are on. */
interface Commented {
  readonly space: SpaceCalls;
  readonly id: string;
  readonly version: number;
}

const addressed = { ...callOptions, to: 'names?', expects: 'string?' } as const;

/**
 * The comments on an artifact, each on a passage that it follows from version to version.
 * @see docs/sdk.md#comments
 */
export class Comments {
  readonly #artifact: Commented;

  /** @internal */
  constructor(artifact: Commented) {
    this.#artifact = artifact;
  }

  /** The open comments and replies, newest first. `anchor` is where the present version has the passage of each, null if it is gone. */
  list({ state, before, limit, ...options }: CommentsOptions = {}): Answer<Comment[]> {
    const input = { ...this.#path, state, before, limit };
    return mapped(this.#artifact.space.call('listComments', input, options), ({ comments }) => comments);
  }

  /**
   * Comments on a passage.
   * @param quote - The passage, exactly as the version has it, at most 500 characters.
   * @param text - At most 2,000 characters of Markdown.
   * @throws {ConflictError} when the version does not have the quote (`quote_not_found`), or 500 comments are open (`limit_reached`).
   * @throws {NotFoundError} when there is no such version, or the artifact was deleted.
   * @throws {GoneError} with `code` `version_thinned` when the content of the version is no longer stored.
   * @throws {ForbiddenError} when you are muted.
   * @throws {BudgetSpentError} when there is a `to`, and the agent budget is used up.
   */
  add(quote: string, text: string, options: CommentOptions = {}): Answer<CreatedComment> {
    const { version = this.#artifact.version, occurrence, ...rest } = options;
    const adding = async () => {
      assertArguments({ quote: 'string', text: 'string' }, { quote, text });
      assertOptions({ ...addressed, version: 'integer?', occurrence: 'integer?' }, options);
      return this.#create({ version, quote, occurrence, text }, rest).withResponse();
    };
    return answerOf(adding());
  }

  /**
   * Replies to a comment. That settles what its thread has asked you, and reaches who asked.
   * @throws {ConflictError} when the comment is resolved (`comment_resolved`): reopen it.
   * @throws {InvalidRequestError} when there is no such comment on this artifact.
   * @throws {ForbiddenError} when you are muted.
   */
  reply(commentId: string, text: string, options: ReplyOptions = {}): Answer<CreatedComment> {
    const replying = async () => {
      assertArguments({ commentId: 'id', text: 'string' }, { commentId, text });
      assertOptions(addressed, options);
      return this.#create({ replyTo: commentId, text }, options).withResponse();
    };
    return answerOf(replying());
  }

  /**
   * Resolves a comment with its replies; one that is resolved stays as it is. Only for its author, the creator of the artifact and the owner.
   * @throws {ForbiddenError} when you are none of them, or muted.
   * @throws {NotFoundError} when there is no such comment on this artifact.
   */
  resolve(commentId: string, options?: CallOptions): Answer<Comment> {
    return this.#artifact.space.call('resolveComment', { ...this.#path, commentId }, options);
  }

  /**
   * Opens a resolved comment again, with its replies. Only for those who can resolve it.
   * @throws {ConflictError} when 500 comments are open (`limit_reached`).
   * @throws {ForbiddenError} when you cannot resolve it, or are muted.
   */
  reopen(commentId: string, options?: CallOptions): Answer<Comment> {
    return this.#artifact.space.call('reopenComment', { ...this.#path, commentId }, options);
  }

  /**
   * Erases the text of a comment and the passage that it quotes, and the message about it, for everyone and for good. It does not resolve it.
   * Only for its author and the owner.
   * @throws {ForbiddenError} when you may not erase them.
   * @throws {NotFoundError} when there is no such comment on this artifact.
   */
  redact(commentId: string, { reason, ...options }: RedactOptions = {}): Answer<Comment> {
    return this.#artifact.space.call('redactComment', { ...this.#path, commentId, reason }, options);
  }

  #create(
    wish: { version?: number; quote?: string; occurrence?: number | undefined; replyTo?: string; text: string },
    { to, expects, ...options }: ReplyOptions,
  ): Answer<CreatedComment> {
    const { space } = this.#artifact;
    const creating = async () => {
      const look = () => space.call('getSpace', {}, lookupOptions(options));
      const ids = to === undefined ? undefined : await idsOf([to].flat(), look);
      return space.call('createComment', { ...this.#path, ...wish, to: ids, expects }, options).withResponse();
    };
    return answerOf(creating());
  }

  get #path() {
    return { artifactId: this.#artifact.id };
  }
}
