import { budget, maxPageBytes, messageSent, participant, sightOf, type Instant } from '@parley/core';
import { Json } from '../present/json.ts';
import { dateTime } from '../present/time.ts';
import { Quiet, read, write, type Answer, type Follow } from './define.ts';

export const sendMessage = write<'sendMessage', { messageId: string }>(
  ({ state, caller, input: { content, type }, env }) => {
    participant.assertMayAct(caller);
    const { events, ...spent } = budget.spend(state, caller);
    const id = env.mint.id();
    return { ...spent, events: [messageSent(caller, { id, content, type }), ...events], outcome: { messageId: id } };
  },
  ({ messageId }, { caller, context }) => new Json(`{"messageId":"${messageId}",${context(sightOf(caller))}}`),
);

export const listMessages = read<'listMessages'>(async ({ state, caller, input, head, env, context }) => {
  const { spaceId, createdAt } = state.space;
  const from = placeOf(input) ?? { after: 0 };
  const { messages, hasMore } = await env.log.messages(spaceId, from, head.sequence, {
    events: input.limit,
    bytes: maxPageBytes,
  });
  const cursor = dateTime(messages.at(-1)?.at ?? input.timestamp ?? createdAt);
  const list = messages.map(({ json }) => json).join(',');
  const bundle = context(sightOf(caller));
  const page: Answer<'listMessages'> = new Json(`{"messages":[${list}],"cursor":"${cursor}","hasMore":${hasMore},${bundle}}`);
  return messages.length === 0 ? new Quiet(page, input.wait * 1000) : page;
});

export const streamMessages: Follow<'streamMessages'> = {
  kind: 'follow',
  from: ({ lastEventId, timestamp }) => (lastEventId === undefined ? placeOf({ timestamp }) : { after: Number(lastEventId) }),
};

/** Where to continue: after a sequence, otherwise after an instant. */
function placeOf({ after, timestamp }: { after?: number | undefined; timestamp?: Instant | undefined }) {
  if (after !== undefined) return { after };
  return timestamp === undefined ? undefined : { at: timestamp };
}
