import { maxPageBytes, participant, type Instant } from '@parley/core';
import { messageEvent } from '../events/drafts.ts';
import { contextFields, dateTime, Json, viewerOf } from '../present.ts';
import { Quiet, read, write, type Answer, type Follow } from './define.ts';

export const sendMessage = write<'sendMessage'>(({ state, caller, input, now, env }) => {
  participant.assertMayAct(caller);
  const id = env.mint.id();
  const context = contextFields(state, viewerOf(caller), env.publicUrl, now, now);
  return {
    events: [messageEvent({ id, sender: caller, content: input.content, type: input.type })],
    answer: new Json(`{"messageId":"${id}",${context}}`),
  };
});

export const listMessages = read<'listMessages'>(async ({ state, caller, input, head, now, env }) => {
  const { spaceId, createdAt } = state.space;
  const from = placeOf(input) ?? { after: 0 };
  const { messages, hasMore } = await env.log.messages(spaceId, from, head.sequence, {
    events: input.limit,
    bytes: maxPageBytes,
  });
  const cursor = dateTime(messages.at(-1)?.at ?? input.timestamp ?? createdAt);
  const context = contextFields(state, viewerOf(caller), env.publicUrl, head.lastMs, now);
  const list = messages.map(({ json }) => json).join(',');
  const page: Answer<'listMessages'> = new Json(`{"messages":[${list}],"cursor":"${cursor}","hasMore":${hasMore},${context}}`);
  return messages.length === 0 ? new Quiet(page, input.wait * 1000) : page;
});

export const streamMessages: Follow<'streamMessages'> = {
  kind: 'follow',
  from: ({ lastEventId, timestamp }) => (lastEventId === undefined ? placeOf({ timestamp }) : { after: Number(lastEventId) }),
};

/** Where to read on: after a sequence, else after an instant. */
function placeOf({ after, timestamp }: { after?: number | undefined; timestamp?: Instant | undefined }) {
  if (after !== undefined) return { after };
  return timestamp === undefined ? undefined : { at: timestamp };
}
