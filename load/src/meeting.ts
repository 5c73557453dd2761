import { requestBytes } from './load/request.ts';
import { content } from './message.ts';

export interface Meeting {
  spaceId: string;
  ownerId: string;
  ownerKey: string;
  /** The keys of all members, the owner first. */
  keys: string[];
  /** Their ids, in the same order. */
  ids: string[];
}

const atOnce = 32;

/** Opens a space over HTTP and lets `members - 1` participants join it. */
export async function openMeeting(url: string, members = 1): Promise<Meeting> {
  const {
    spaceId,
    ownerId,
    ownerPrivateKey: ownerKey,
  } = (await post(`${url}/hub/space`, undefined, {
    name: 'Planning',
    description: 'What comes next',
    ttl: 604_800,
  })) as { spaceId: string; ownerId: string; ownerPrivateKey: string };
  if (members === 1) return { spaceId, ownerId, ownerKey, keys: [ownerKey], ids: [ownerId] };
  const invitationKey = await invite(url, { spaceId, ownerKey });
  const join = (name: string) => post(`${url}/hub/space/${spaceId}/join`, invitationKey, { name, role: 'participant' });
  const joined = (await eachOf(members - 1, (i) => join(`Participant ${i}`))) as Record<
    'participantPrivateKey' | 'participantId',
    string
  >[];
  const keys = [ownerKey, ...joined.map(({ participantPrivateKey }) => participantPrivateKey)];
  return { spaceId, ownerId, ownerKey, keys, ids: [ownerId, ...joined.map(({ participantId }) => participantId)] };
}

export const openMeetings = (url: string, count: number): Promise<Meeting[]> => eachOf(count, () => openMeeting(url));

export async function invite(url: string, { spaceId, ownerKey }: Pick<Meeting, 'spaceId' | 'ownerKey'>): Promise<string> {
  const { publicInvitationKey } = (await post(`${url}/hub/space/${spaceId}/invite`, ownerKey)) as { publicInvitationKey: string };
  return publicInvitationKey;
}

/** A request to send the usual message, for each member of each meeting. */
export const sends = (meetings: readonly Meeting[], headers: readonly string[] = []): Buffer[] =>
  meetings.flatMap(({ spaceId, keys }) =>
    keys.map((key) =>
      requestBytes({ method: 'POST', path: `/hub/space/${spaceId}/messages`, key, body: { content, type: 'text' }, headers }),
    ),
  );

export const get = ({ spaceId, ownerKey: key }: Meeting, rest = ''): Buffer =>
  requestBytes({ method: 'GET', path: `/hub/space/${spaceId}${rest}`, key });

export async function post(url: string, key?: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...(key !== undefined && { 'x-private-key': key }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

async function eachOf<Result>(count: number, work: (i: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < count; i = next++) results[i] = await work(i);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
