import { isPerson } from '../../participant/kind.tsx';
import type { Entry, Room } from '../../space/room.ts';

/** What the conversation is limited to. */
export type Filter = { by: 'people' | 'me' } | { by: 'participant' | 'about'; id: string };

/** The value of a filter in an address, such as `people` or `about-ID`. */
export const valueOf = (filter: Filter | undefined): string =>
  filter === undefined ? '' : 'id' in filter ? `${filter.by}-${filter.id}` : filter.by;

export function filterOf(value: string): Filter | undefined {
  if (value === 'people' || value === 'me') return { by: value };
  const [, by, id] = /^(participant|about)-(.+)$/.exec(value) ?? [];
  return id === undefined ? undefined : { by: by as 'participant' | 'about', id };
}

/** Whether a line belongs to what the conversation is limited to. */
export function passes(entry: Entry, limit: Filter, room: Room): boolean {
  const about: object = entry.kind === 'message' ? entry.message : entry.event.data;
  const fields: { participantId?: string; actorId?: string } = about;
  if (limit.by === 'about') return Object.values(about).some((each) => each === limit.id || each?.id === limit.id);
  if (entry.kind === 'note')
    return limit.by === 'participant' && (fields.actorId === limit.id || fields.participantId === limit.id);
  const { senderId, speaker, to, replyTo } = entry.message;
  if (limit.by === 'participant') return senderId === limit.id;
  if (limit.by === 'people') return isPerson({ speaker, isHuman: room.saysHuman(senderId) });
  const repliesToMe = replyTo !== undefined && room.messageOf(replyTo)?.senderId === room.me;
  return senderId === room.me || to?.includes(room.me) === true || repliesToMe;
}
