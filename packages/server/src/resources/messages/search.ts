import { visibleTo, type Facts } from '@parley/core';
import type { SearchKind } from '../../engine/searched.ts';

export const searchedMessages: SearchKind = {
  async walk({ state, viewer, env, patterns, authorId }, before, portion) {
    const { spaceId } = state.space;
    const { rows, reached } = await env.messages.matching({ spaceId, patterns, authorId }, before.sequence, portion);
    const things = rows.flatMap(({ sequence, at, values: [json] }) => {
      const body = JSON.parse(String(json)) as Facts['message'];
      if (!visibleTo({ event: 'message', body }, viewer)) return [];
      return { id: body.id, sequence, at, authorId: body.senderId, authorName: body.senderName, text: body.content };
    });
    return { things, reached, rows: before.sequence - (reached?.sequence ?? 0) };
  },
};
