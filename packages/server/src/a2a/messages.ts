import { envelope, type EventBody, type EventName } from '@parley/core';
import type { Message, Part } from './protocol.ts';
import type { TaskReference } from './task-id.ts';
import { taskIdOf } from './task-id.ts';

export type MessageView = EventBody<'message'>;

/** A message of the space. What others wrote reaches a client only in an envelope, because clients give text parts to models. */
export function spoken(view: MessageView, reference: TaskReference): Message {
  const { content: _, ...about } = view;
  const isOwn = view.senderId === reference.participantId;
  return {
    ...ofTask(view.id, reference),
    role: isOwn ? 'ROLE_USER' : 'ROLE_AGENT',
    parts: [view.type === 'image' ? imageOf(view.content) : textOf(view, isOwn ? undefined : reference.spaceId)],
    metadata: { ...about },
  };
}

/** Longer images are named, not contained: every stream encodes its own copy of an update, and a message can have a megabyte. */
const longestImage = 2_048;

function imageOf(url: string): Part {
  const mediaType = /^data:([\w.+/-]{1,100})/i.exec(url)?.[1] ?? 'image/*';
  return url.length > longestImage ? { data: { type: 'image', mediaType, characters: url.length } } : { url, mediaType };
}

const textOf = (view: MessageView, foreignIn: string | undefined): Part => ({
  text: foreignIn === undefined ? view.content : envelope(view, foreignIn),
  mediaType: view.type === 'html' ? 'text/html' : 'text/plain',
});

/** Any other event of the space, as data. */
export const announced = (event: EventName, sequence: number, body: object, reference: TaskReference): Message => ({
  ...ofTask(`${reference.spaceId}.${sequence}`, reference),
  role: 'ROLE_AGENT',
  parts: [{ data: { event, ...body } }],
});

const ofTask = (messageId: string, reference: TaskReference) => ({
  messageId,
  contextId: reference.spaceId,
  taskId: taskIdOf(reference),
});
