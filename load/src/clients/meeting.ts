import { invite, join, openSpace, type KeyHolder, type Member } from '@parley/testing';
import { operationBytes } from '../generators/requests.ts';
import { eachOf } from '../process/concurrency.ts';
import { content } from './message.ts';

/** A space: its owner, an invitation, and all members, the owner first. */
export interface Meeting extends Member {
  invitation: KeyHolder;
  members: readonly Member[];
}

const atOnce = 32;
const ttl = 604_800;

/** Opens a space and lets `size - 1` participants join it. */
export async function openMeeting(server: { url: string }, size = 1): Promise<Meeting> {
  const owner = await openSpace(server, { ttl });
  const invitation = await invite(server, owner);
  const joined = await eachOf(size - 1, atOnce, (i) => join(server, invitation, `Participant ${i}`));
  return { ...owner, invitation, members: [owner, ...joined] };
}

export const openMeetings = (server: { url: string }, count: number, size?: number): Promise<Meeting[]> =>
  eachOf(count, atOnce, () => openMeeting(server, size));

/** A request to send the usual message, for each member of each meeting. */
export const sends = (meetings: readonly Pick<Meeting, 'members'>[], headers: readonly string[] = []): Buffer[] =>
  meetings.flatMap(({ members }) =>
    members.map((member) => operationBytes('sendMessage', member, { content, type: 'text' }, headers)),
  );
