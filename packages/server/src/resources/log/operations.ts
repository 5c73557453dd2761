import { maxPageBytes, walk, type FactName } from '@parley/core';
import { read } from '../../engine/operation.ts';
import { Json } from '../../engine/present/json.ts';
import { dateTime } from '../../engine/present/time.ts';

export const listEvents = read<'listEvents'>(async ({ state, caller, input, env }, { sequence: head }) => {
  const { spaceId } = state.space;
  const part = walk.partOf(input, head);
  const kinds = input.kinds?.split(',') as FactName[] | undefined;
  const portion = { events: input.limit, bytes: maxPageBytes };
  // Read after the head, so what was erased up to it is erased in it.
  const rows = part.before - part.after > 1 ? await env.pastEvents.of(spaceId, part, kinds, portion) : [];
  const bytes = rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  const isFull = rows.length === portion.events || bytes >= portion.bytes;
  const { cursor, hasMore } = walk.nextOf(input, part, head, isFull ? rows.at(-1)!.sequence : undefined);
  const events = rows.map((row) => env.log.event(spaceId, row)).filter((event) => event.isFor(caller));
  if (!part.isForward) events.reverse();
  const list = events.map(({ event, at, json }) => `{"event":"${event}","at":"${dateTime(at)}","data":${json}}`).join(',');
  return new Json(`{"events":[${list}],"cursor":${cursor},"hasMore":${hasMore}}`);
});
