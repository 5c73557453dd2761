import type { Comment, Space } from '@parley/sdk';
import { matching } from '@parley/core/names';
import { isId, theOne } from '../../naming.ts';

const mostPerPage = 100;

/** The comments on an artifact and the replies, newest first. */
export async function everyComment(space: Space, artifactId: string, state: 'open' | 'resolved' | 'all'): Promise<Comment[]> {
  const all: Comment[] = [];
  for (let before: number | undefined; ;) {
    const { comments, hasMore } = await space.call('listComments', { artifactId, state, before, limit: mostPerPage });
    all.push(...comments);
    const oldest = comments.at(-1)?.sequence ?? 0;
    if (!hasMore || oldest >= (before ?? Infinity)) return all;
    before = oldest;
  }
}

/** The id of a comment by its number, its id or the start of one; of an open one, if it fits one. */
export async function commentNamed(space: Space, artifactId: string, query: string): Promise<string> {
  const wanted = query.toLowerCase();
  if (isId(wanted)) return wanted;
  const open = await everyComment(space, artifactId, 'open');
  const isOpen = matching(open, query, handleOf).length > 0;
  const among = isOpen ? open : await everyComment(space, artifactId, 'all');
  return theOne('comment', among, query, handleOf).commentId;
}

const handleOf = ({ commentId: id, sequence, authorName: label }: Comment) => ({ id, sequence, label });
