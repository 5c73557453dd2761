import { invite, join, openSpace, type Member } from '@parley/testing';
import { operationBytes } from '../generators/request.ts';
import { content } from './message.ts';

/** A space: its owner, and all members, the owner first. */
export interface Meeting extends Member {
  members: readonly Member[];
}

const atOnce = 32;

/** Opens a space over HTTP and lets `size - 1` participants join it. */
export async function openMeeting(server: { url: string }, size = 1): Promise<Meeting> {
  const owner = await openSpace(server, { ttl: 604_800 });
  if (size === 1) return { ...owner, members: [owner] };
  const invitation = await invite(server, owner);
  const joined = await eachOf(size - 1, (i) => join(server, invitation, `Participant ${i}`));
  return { ...owner, members: [owner, ...joined] };
}

export const openMeetings = (server: { url: string }, count: number, size?: number): Promise<Meeting[]> =>
  eachOf(count, () => openMeeting(server, size));

/** A request to send the usual message, for each member of each meeting. */
export const sends = (meetings: readonly Pick<Meeting, 'members'>[], headers: readonly string[] = []): Buffer[] =>
  meetings.flatMap(({ members }) =>
    members.map((member) => operationBytes('sendMessage', member, { content, type: 'text' }, headers)),
  );

export const streamOf = (member: Member): Buffer => operationBytes('streamMessages', member);

async function eachOf<Result>(count: number, work: (i: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < count; i = next++) results[i] = await work(i);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
