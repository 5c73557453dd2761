import type { OperationName } from '@parley/core';
import { answer, type Caller, type Input, type KeyHolder, type Member } from '@parley/testing';
import { operationBytes } from '../generators/request.ts';
import { eachOf } from '../process/concurrency.ts';
import { content } from './message.ts';

/** A space: its owner, an invitation, and all members, the owner first. */
export interface Meeting extends Member {
  invitation: KeyHolder;
  members: readonly Member[];
}

/** Calls an operation, which has to succeed. */
export type Need = (operation: OperationName, caller: Caller, input?: Input) => Promise<Record<string, string>>;

const atOnce = 32;
const week = 604_800;

/** Opens a space and lets `size - 1` participants join it. */
export async function meet(need: Need, size: number, ttl: number): Promise<Meeting> {
  const created = await need('createSpace', {}, { name: 'Bridge', description: 'Where we meet', ttl });
  const spaceId = created['spaceId']!;
  const owner = { spaceId, id: created['ownerId']!, key: created['ownerPrivateKey']! };
  const { publicInvitationKey } = await need('createInvitation', owner);
  const invitation = { spaceId, key: publicInvitationKey! };
  const joined = await eachOf(size - 1, atOnce, async (i) => {
    const { participantId, participantPrivateKey } = await need('joinSpace', invitation, { name: `Participant ${i}` });
    return { spaceId, id: participantId!, key: participantPrivateKey! };
  });
  return { ...owner, invitation, members: [owner, ...joined] };
}

/** The same over HTTP, from this process. */
export const openMeeting = (server: { url: string }, size = 1): Promise<Meeting> =>
  meet(async (...called) => (await answer(200, server, ...called)) as unknown as Record<string, string>, size, week);

export const openMeetings = (server: { url: string }, count: number, size?: number): Promise<Meeting[]> =>
  eachOf(count, atOnce, () => openMeeting(server, size));

/** A request to send the usual message, for each member of each meeting. */
export const sends = (meetings: readonly Pick<Meeting, 'members'>[], headers: readonly string[] = []): Buffer[] =>
  meetings.flatMap(({ members }) =>
    members.map((member) => operationBytes('sendMessage', member, { content, type: 'text' }, headers)),
  );

export const streamOf = (member: Caller): Buffer => operationBytes('streamMessages', member);
