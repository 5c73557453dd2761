import { correction, visibleTo, type Facts } from '@parley/core';
import type { SearchKind } from '../../engine/searched.ts';

export const searchedMessages: SearchKind = {
  async walk({ state, viewer, env, patterns, authorId }, before, portion) {
    const { spaceId } = state.space;
    const { rows, reached } = await env.messages.matching({ spaceId, patterns, authorId }, before.sequence, portion);
    const things = rows.flatMap(({ sequence, at, values: [json] }) => {
      const body = JSON.parse(String(json)) as Facts['message'];
      // What corrects a message is found at the first place of that.
      if (body.replaces !== undefined || !visibleTo({ event: 'message', body }, viewer)) return [];
      const { id, senderId: authorId, senderName: authorName, content: text } = correction.corrected(body);
      return { id, sequence, at, authorId, authorName, text };
    });
    return { things, reached, rows: before.sequence - (reached?.sequence ?? 0) };
  },
};
