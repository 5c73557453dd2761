import type { Instant } from '../../kernel/instant.ts';
import type { Redaction } from '../../kernel/redaction.ts';
import type { Place } from './anchor.ts';

/** A remark on a passage of an artifact, or a reply to one. Resolved ones are no longer a part of the state. */
export interface Comment {
  readonly commentId: string;
  /** Of the event that announced it; assigned when it is stored. */
  readonly sequence?: number | undefined;
  readonly artifactId: string;
  /** The comment that its thread began with, if that is another one. */
  readonly replyTo?: string | undefined;
  /** The version that has the passage. */
  readonly version: number;
  readonly authorId: string;
  /** The display name at that time. */
  readonly authorName: string;
  readonly createdAt: Instant;
  /** The message that told those whom it is directed to, and its deliveries. */
  readonly asking?: { readonly messageId: string; readonly deliveryIds: readonly string[] } | undefined;
  readonly resolution?: { readonly by: string; readonly at: Instant } | undefined;
  /** Its texts were erased. */
  readonly redacted?: Redaction | undefined;
}

/** What a comment says, and about which passage. Not a part of the state, because it can be long. */
export interface CommentText extends Place {
  readonly commentId: string;
  readonly text: string;
  /** Size of all texts in UTF-8. */
  readonly bytes: number;
}

/** The comment that a thread began with. */
export const threadOf = ({ commentId, replyTo }: Pick<Comment, 'commentId' | 'replyTo'>): string => replyTo ?? commentId;

export const commentStateOf = ({ resolution }: Pick<Comment, 'resolution'>): 'open' | 'resolved' =>
  resolution ? 'resolved' : 'open';

declare module '../../kernel/state.ts' {
  interface Entities {
    comments: Comment;
  }
}
