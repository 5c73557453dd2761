import { setImmediate } from 'node:timers/promises';
import { anchorAt, carried, commentStateOf, type ArtifactVersion, type Comment, type CommentView, type Kept } from '@parley/core';
import { plain } from '@parley/core/line-endings';
import type { Environment } from '../../engine/environment.ts';
import { dateTime } from '../../engine/present/time.ts';
import { keptLines } from '../artifacts/diff/difference.ts';
import type { StoredComment } from './queries.ts';

/** What one answer compares at most. Passages of older versions are looked for by what surrounds them. */
const mostVersions = 20;
const mostCharacters = 8 * 1024 * 1024;

/** A comment without the place of its passage. */
export function commentFields({ comment, text }: StoredComment) {
  const { resolution, sequence, replyTo } = comment;
  return {
    commentId: comment.commentId,
    artifactId: comment.artifactId,
    ...(sequence !== undefined && { sequence }),
    ...(replyTo !== undefined && { replyTo }),
    version: comment.version,
    quote: text.quote,
    state: commentStateOf(comment),
    text: text.text,
    authorId: comment.authorId,
    authorName: comment.authorName,
    createdAt: dateTime(comment.createdAt),
    ...(resolution && { resolvedAt: dateTime(resolution.at), resolvedBy: resolution.by }),
    ...(comment.redacted && { redacted: comment.redacted }),
  };
}

/**
 * Comments on an artifact, with where its present text has their passages. Nothing of that is stored: a write costs no more because there are
 * comments, and a version that is no longer stored is not needed.
 */
export async function commentViews(
  { artifacts, versions }: Pick<Environment, 'artifacts' | 'versions'>,
  { spaceId, artifactId }: { spaceId: string; artifactId: string },
  stored: readonly StoredComment[],
): Promise<CommentView[]> {
  const present = await artifacts.find(spaceId, artifactId);
  const content = plain(present?.content ?? '');
  const kept = present
    ? await keptSince(stored.filter(hasPassage), { ...present.artifact, content }, (version) =>
        versions.find(spaceId, artifactId, version),
      )
    : new Map<number, readonly Kept[]>();
  return stored.map((each) => {
    const { commentId, artifactId, version, quote, ...fields } = commentFields(each);
    // A retry can come after the artifact was deleted.
    const start = present && hasPassage(each) ? carried(each.text, kept.get(version), content) : undefined;
    const anchor = start === undefined ? null : anchorAt(content, start, quote);
    return { commentId, artifactId, version, quote, anchor, orphaned: anchor === null, ...fields };
  });
}

/** It was not erased. */
const hasPassage = ({ text }: StoredComment): boolean => text.quote !== '';

/** What the present text has in common with each version that comments are about, the newest first, as far as it can be compared. */
async function keptSince(
  stored: readonly StoredComment[],
  present: { version: number; sha256: string; content: string },
  find: (version: number) => Promise<ArtifactVersion | undefined>,
): Promise<ReadonlyMap<number, readonly Kept[]>> {
  const { content } = present;
  const all = [{ from: 0, to: 0, length: content.length }];
  const kept = new Map<number, readonly Kept[]>();
  const wanted = [...new Set(stored.map(({ comment }) => comment.version))].toSorted((a, b) => b - a);
  let left = mostCharacters;
  for (const version of wanted.slice(0, mostVersions)) {
    if (version === present.version) kept.set(version, all);
    else if (left > 0) {
      const old = await find(version);
      if (old?.content === undefined) continue;
      left -= old.content.length + content.length;
      kept.set(version, old.sha256 === present.sha256 ? all : keptLines(plain(old.content), content));
      await setImmediate();
    }
  }
  return kept;
}

/** One comment on an artifact, in its answer. */
export async function commentView(env: Environment, spaceId: string, comment: Comment): Promise<CommentView> {
  const [view] = await commentViews(
    env,
    { spaceId, artifactId: comment.artifactId },
    await env.comments.withTexts(spaceId, [comment]),
  );
  return view!;
}
