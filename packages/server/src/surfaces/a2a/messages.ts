import { envelope, type EventBody, type EventName } from '@parley/core';
import type { Mint } from '../../engine/keys/keys.ts';
import { taskIdOf, type Message, type Part, type TaskReference } from '../../a2a-protocol/protocol.ts';

export type MessageView = EventBody<'message'>;

/** A message of the space. What others wrote reaches a client only in an envelope, because clients give text parts to models. */
export function spoken(view: MessageView, reference: TaskReference, mint: Pick<Mint, 'boundary'>): Message {
  const { content: _, ...about } = view;
  const isOwn = view.senderId === reference.participantId;
  // Two streams of a task, and a task that is read twice, are equal.
  const enclosed = () => ({ spaceId: reference.spaceId, boundary: mint.boundary(view.id, reference.participantId) });
  return {
    ...ofTask(view.id, reference),
    role: isOwn ? 'ROLE_USER' : 'ROLE_AGENT',
    parts: view.redacted
      ? [{ data: { redacted: view.redacted } }]
      : [
          view.type === 'image' ? imageOf(view.content) : textOf(view, isOwn ? undefined : enclosed()),
          ...(view.attachments ?? []).map(filePart),
        ],
    metadata: { ...about },
  };
}

/** Longer images are named, not contained: every stream encodes its own copy of an update, and a message can have a megabyte. */
const longestImage = 2_048;

const imageOf = (url: string): Part =>
  url.length > longestImage ? imagePart(url, { characters: url.length }) : { url, mediaType: mediaTypeOf(url) };

/** An image that is named by its size. */
export const imagePart = (url: string, size: { characters: number } | { bytes: number }): Part => ({
  data: { type: 'image', mediaType: mediaTypeOf(url), ...size },
});

/** A file is named, not contained: its bytes are behind a key. */
const filePart = ({ type, ...file }: NonNullable<MessageView['attachments']>[number]): Part => ({
  data: { type: 'file', mediaType: type, ...file },
});

const mediaTypeOf = (url: string): string => /^data:([\w.+/-]{1,100})/i.exec(url)?.[1] ?? 'image/*';

const textOf = (view: MessageView, enclosed: { spaceId: string; boundary: string } | undefined): Part => ({
  text: enclosed ? envelope(view, enclosed.spaceId, enclosed.boundary) : view.content,
  mediaType: view.type === 'html' ? 'text/html' : 'text/plain',
});

/** Any other event of the space, as data. */
export const announced = (event: EventName, sequence: number, body: object, reference: TaskReference): Message => ({
  ...ofTask(`${reference.spaceId}.${sequence}`, reference),
  role: 'ROLE_AGENT',
  parts: [{ data: { event, ...body } }],
});

/** What every message of a task has. */
export const ofTask = (messageId: string, reference: TaskReference) => ({
  messageId,
  contextId: reference.spaceId,
  taskId: taskIdOf(reference),
});
