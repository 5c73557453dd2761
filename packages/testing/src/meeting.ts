import type { OutputOf } from '@parley/core';
import { answer, type Input, type Server } from './client.ts';

/** The holder of a key of a space. */
export interface KeyHolder {
  spaceId: string;
  key: string;
}

/** The owner or a participant. */
export interface Member extends KeyHolder {
  id: string;
}

/** A message as `listMessages` shows it. */
export type Message = OutputOf<'listMessages'>['messages'][number];

/** Creates a space; returns its owner. */
export async function openSpace(server: Server, wish: Input = {}): Promise<Member> {
  const body = await answer(200, server, 'createSpace', {}, { name: 'Bridge', description: 'Where we meet', ...wish });
  return { spaceId: body.spaceId, id: body.ownerId, key: body.ownerPrivateKey };
}

/** Returns the key of a new invitation. */
export async function invite(server: Server, owner: Member): Promise<KeyHolder> {
  const body = await answer(200, server, 'createInvitation', owner);
  return { spaceId: owner.spaceId, key: body.publicInvitationKey };
}

/** Joins a public space. */
export async function join(server: Server, invitation: KeyHolder, name = 'Ada'): Promise<Member> {
  const body = await answer(200, server, 'joinSpace', invitation, { name });
  return { spaceId: invitation.spaceId, id: body.participantId, key: body.participantPrivateKey };
}

/** A public space with the given number of participants. */
export async function meeting(
  server: Server,
  size: number,
  wish?: Input,
): Promise<{ owner: Member; invitation: KeyHolder; crew: Member[] }> {
  const owner = await openSpace(server, wish);
  const invitation = await invite(server, owner);
  const crew = await Promise.all(Array.from({ length: size }, (_, i) => join(server, invitation, `Crew ${i}`)));
  return { owner, invitation, crew };
}

/** Returns the id of a new artifact. */
export async function createArtifact(server: Server, author: Member, content = ''): Promise<string> {
  const body = await answer(200, server, 'createArtifact', author, { name: 'Plan', type: 'markdown', content });
  return body.id;
}

/** Reads all messages, page by page. */
export async function allMessages(server: Server, member: Member): Promise<Message[]> {
  const all: Message[] = [];
  for (;;) {
    const { messages, hasMore } = await answer(200, server, 'listMessages', member, { after: all.at(-1)?.sequence ?? 0 });
    all.push(...messages);
    if (!hasMore) return all;
  }
}
