import { answer, invite, openSpace, type Caller, type Member, type Server } from '@parley/testing';
import { mintFrom } from '../src/engine/keys/keys.ts';

/** Who calls. The author made what the operation is about, if anybody did; a stranger has a key of another space. */
export const roles = [
  'owner',
  'author',
  'other',
  'muted',
  'kicked',
  'left',
  'waiting',
  'invitation',
  'stranger',
  'none',
] as const;

type Role = (typeof roles)[number];

export const secret = 'of a server whose keys this test derives';

/** A private space with somebody in each role. */
export interface AccessScene {
  server: Server;
  owner: Member;
  author: Member;
  other: Member;
  callers: Readonly<Record<Role, Caller>>;
}

export async function accessScene(server: Server): Promise<AccessScene> {
  const owner = await openSpace(server, { privacy: 'private' });
  const invitation = await invite(server, owner);
  const { spaceId } = owner;
  const ask = async (name: string) => (await answer(202, server, 'joinSpace', invitation, { name })).participantId;
  const enter = async (name: string): Promise<Member> => {
    const id = await ask(name);
    await answer(200, server, 'approveParticipant', owner, { participantId: id });
    const { participantPrivateKey: key } = await answer(200, server, 'getJoinStatus', invitation, { participantId: id });
    await answer(200, server, 'getSpace', { spaceId, key });
    return { spaceId, id, key };
  };
  const [author, other, muted, kicked, left] = [
    await enter('Author'),
    await enter('Other'),
    await enter('Muted'),
    await enter('Kicked'),
    await enter('Left'),
  ];
  await answer(200, server, 'muteParticipant', owner, { participantId: muted.id });
  await answer(200, server, 'kickParticipant', owner, { participantId: kicked.id });
  await answer(200, server, 'leaveSpace', left);
  // The server tells it to nobody before the approval.
  const waiting = { spaceId, key: mintFrom(secret).key('participant', spaceId, await ask('Waiting')).key };
  const stranger = { spaceId, key: (await openSpace(server)).key };
  const callers = { owner, author, other, muted, kicked, left, waiting, invitation, stranger, none: { spaceId } };
  return { server, owner, author, other, callers };
}
