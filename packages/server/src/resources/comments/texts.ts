import { comment as rules, type Comment, type CommentText, type Fact, type Redaction, type SpaceState } from '@parley/core';
import type { Environment } from '../../engine/environment.ts';
import type { WrittenTexts } from '../../engine/resource.ts';
import type { EventRow } from '../../engine/store/events.ts';
import { Outdated } from '../../engine/write/decide.ts';
import { nothingErased, redacted } from '../redacting.ts';
import type { StoredComment } from './queries.ts';

/** Size of what a comment says, in UTF-8. */
export const bytesOf = ({ text, quote, before, after }: StoredComment['text']): number =>
  [text, quote, before, after].reduce((sum, each) => sum + Buffer.byteLength(each), 0);

/** What was read of a comment whose texts are to be erased, and of what repeats them. */
export interface FoundTexts {
  /** The comments of the state from before the reading. */
  known: SpaceState['comments'] | undefined;
  target: StoredComment | undefined;
  /** The replies that have its passage. */
  repeating: readonly StoredComment[];
  /** The messages about all of them. */
  messages: readonly EventRow[];
}

/** Reads the texts of a comment and what repeats them. */
export async function textsOf(
  { spaceId, commentId }: { spaceId: string; commentId: string },
  env: Environment,
  known: SpaceState | undefined,
): Promise<FoundTexts> {
  const thread = await env.comments.thread(spaceId, commentId);
  const stored = await env.comments.withTexts(spaceId, thread ? [thread.first, ...thread.replies] : []);
  const target = stored.find(({ comment }) => comment.commentId === commentId);
  const repeating = target ? stored.filter((each) => rules.repeatsPassage(each, target)) : [];
  const messages: EventRow[] = [];
  for (const { comment } of target ? [target, ...repeating] : []) {
    const { asking, sequence } = comment;
    // Its message is the first event that a comment causes.
    if (asking) messages.push(...(await env.events.after(spaceId, sequence! - 1, sequence!, { events: 1, bytes: 1 })).rows);
  }
  return { known: known?.comments, target, repeating, messages };
}

/** The comment whose texts were found. Throws `Outdated` if a reply can repeat its passage since then. */
export function commentIn({ comments }: SpaceState, { known, target }: FoundTexts): Comment | undefined {
  if (comments !== known) throw new Outdated();
  return target?.comment;
}

/** Erases the texts that were found. */
export function erased({ target, repeating, messages }: FoundTexts, redaction: Redaction) {
  const { text } = target!;
  const comment = rules.redact(target!.comment, redaction);
  const { commentId } = comment;
  const commentTexts: CommentText[] = [
    { commentId, ...rules.withoutPassage(text), text: '', bytes: 0 },
    ...repeating.map((each) => {
      const bare = rules.withoutPassage(each.text);
      return { commentId: each.comment.commentId, ...bare, bytes: bytesOf(bare) };
    }),
  ];
  return {
    changes: {
      ...(comment.resolution ? { forgotten: { comments: [comment] } } : { comments: [comment] }),
      commentTexts,
    },
    ...redacted(messages, { commentId }, redaction, withoutQuote(text.quote)),
    freed: [target!, ...repeating].reduce((sum, each) => sum + bytesOf(each.text), 0),
    outcome: comment,
  };
}

export const writtenComments: WrittenTexts = {
  find: (place, { comments }) => comments.written(place),
  async erasing({ spaceId, id: commentId, known }, env) {
    const texts = await textsOf({ spaceId, commentId }, env, known);
    return (state, redaction) => {
      const before = commentIn(state, texts);
      return !before || before.redacted ? nothingErased : erased(texts, redaction);
    };
  },
};

const withoutQuote =
  (quote: string) =>
  (fact: Fact): Fact | undefined => {
    if (fact.event !== 'message') return undefined;
    const content = rules.messageWithout(quote, fact.body.content);
    return content === fact.body.content ? undefined : { ...fact, body: { ...fact.body, content } };
  };
