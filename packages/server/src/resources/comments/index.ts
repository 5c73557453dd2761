import type { ArtifactSummary, catchUp, Comment, Facts } from '@parley/core';
import type { Exported } from '../../engine/exported.ts';
import { serverResource } from '../../engine/resource.ts';
import type { SearchKind } from '../../engine/searched.ts';
import { allBefore } from '../pages.ts';
import * as operations from './operations.ts';
import { commentFields } from './present.ts';
import { commentStore } from './queries.ts';
import { comments as commentsTable, commentTexts } from './table.ts';
import { writtenComments } from './texts.ts';
import { written } from './transcript.ts';

type About = Pick<ArtifactSummary, 'id'>;

/** The comments on an artifact, newest first. */
function commentsOn({ state, end, env, assertAdmitted }: Exported, { id: artifactId }: About) {
  const { spaceId } = state.space;
  const page = async (before: number, limit: number) => {
    await assertAdmitted();
    return env.comments.page('all', { spaceId, artifactId, before, limit });
  };
  return allBefore(end + 1, page, ({ comment }) => comment.sequence!);
}

/** Without the places of their passages. */
async function* exportedComments(exported: Exported, about: About) {
  for await (const each of commentsOn(exported, about)) yield commentFields(each);
}

/** By threads, of which there can be too many to hold: the newest is first. */
async function* transcript(exported: Exported, about: About) {
  const { state, end, env } = exported;
  const { spaceId } = state.space;
  let heading = '#### Comments\n\n';
  for await (const each of commentsOn(exported, about)) {
    if (each.comment.replyTo !== undefined) continue;
    const { replies = [] } = (await env.comments.thread(spaceId, each.comment.commentId)) ?? {};
    const until = replies.filter(({ sequence = 0 }) => sequence <= end);
    yield heading + written(each, await env.comments.withTexts(spaceId, until));
    heading = '';
  }
}

/** Not those on artifacts that were deleted. */
const searchedComments: SearchKind = {
  async walk({ state, env, patterns, authorId }, before, portion) {
    const { spaceId } = state.space;
    const { rows, reached } = await env.comments.matching({ spaceId, patterns, authorId }, before.sequence, portion);
    const things = rows.flatMap(({ sequence, at, values: [id, artifactId, author, name, text] }) => {
      const title = state.artifacts.get(String(artifactId))?.name;
      if (title === undefined) return [];
      const about = { aboutId: String(artifactId), title };
      return { id: String(id), sequence, at, authorId: String(author), authorName: String(name), ...about, text: String(text) };
    });
    return { things, reached, rows: reached ? portion.rows : rows.length };
  },
};

const endOfComment = (
  { commentId, artifactId, artifactName, action, authorId, actorId }: Facts['comment'],
  sequence: number,
): catchUp.DecidedItems['comment'] | undefined =>
  action === 'resolved' ? { sequence, commentId, artifactId, artifactName, authorId, actorId } : undefined;

export const comments = serverResource({
  operations,
  tables: { comments: commentsTable, commentTexts },
  queries: ({ reads, querying }) => ({ comments: commentStore(reads, querying) }),
  // A retry reads the texts again.
  texts: {
    commentId: {
      redactionOf: async (spaceId, id, { comments }) => (await comments.find(spaceId, id))?.redacted,
      without: (comment: Comment, redacted) => ({ ...comment, redacted }),
      written: [writtenComments],
    },
  },
  decided: { comment: endOfComment },
  exports: { comment: { of: 'artifact', lines: exportedComments, transcript } },
  searches: { comments: searchedComments },
});

declare module '../../engine/environment.ts' {
  interface Environment {
    comments: ReturnType<typeof commentStore>;
  }
}
