import type { RoomResource } from '../../resource.ts';
import { hashOf } from '../address.ts';

/** Comments are shown with the text of their artifact. */
export const comments: RoomResource = {
  name: 'comments',
  about: ({ artifactId, commentId }) =>
    artifactId === undefined || commentId === undefined
      ? undefined
      : { label: 'Show the comment', hash: hashOf({ view: 'text', artifactId, about: commentId }), isDecision: false },
  found: {
    kind: 'comment',
    hashOf: ({ id, aboutId = '' }) => hashOf({ view: 'text', artifactId: aboutId, about: id }),
  },
  outcomes: { after: 'comment', load: () => import('./outcomes.ts') },
  isSaid: ({ type, data }, room) =>
    type === 'comment' && data.action === 'created' && room.hasMessage(({ commentId }) => commentId === data.commentId),
};
