import { cardToFallbackText, extractCard, extractFiles, extractPostableAttachments } from '@chat-adapter/shared';
import type { MessageView, Space } from '@parley/sdk';
import {
  BaseFormatConverter,
  convertEmojiPlaceholders,
  Message,
  parseMarkdown,
  stringifyMarkdown,
  type AdapterPostableMessage,
  type Attachment,
  type FormattedContent,
} from 'chat';

/** Texts in a space are Markdown already. */
class Markdown extends BaseFormatConverter {
  toAst(text: string): FormattedContent {
    return parseMarkdown(text);
  }

  fromAst(ast: FormattedContent): string {
    return stringifyMarkdown(ast).trim();
  }

  override fromMarkdown(markdown: string): string {
    return markdown;
  }
}

export const markdown = new Markdown();

/** A message as the Chat SDK has it. That it is directed to the bot is certain; otherwise `@name` in its text decides. */
export function messageOf(view: MessageView, threadId: string, space: Space): Message {
  const { id, replaces, replacedBy, senderId, senderName, speaker, type, content, timestamp } = view;
  const me = space.participantId;
  const dateSent = new Date(timestamp);
  const text = type === 'image' ? '' : content;
  const formatted = markdown.toAst(text);
  const isMention = me !== undefined && view.to?.includes(me);
  return new Message({
    id: replaces ?? id,
    threadId,
    text: type === 'html' ? text : markdown.extractPlainText(text),
    formatted,
    raw: view,
    author: { userId: senderId, userName: senderName, fullName: senderName, isBot: isBot[speaker], isMe: senderId === me },
    metadata: { dateSent, edited: (replaces ?? replacedBy) !== undefined, ...(replaces !== undefined && { editedAt: dateSent }) },
    attachments: [
      ...(type === 'image' ? [{ type: 'image' as const, url: content }] : []),
      ...(view.attachments ?? []).map(({ fileId, name, bytes, type }) =>
        downloadable({ type: kindOf(type), name, mimeType: type, size: bytes, fetchMetadata: { fileId } }, space),
      ),
    ],
    ...(isMention && { isMention }),
  });
}

/** What the server has verified; owners and guests can be both. */
const isBot = { human: false, agent: true, owner: 'unknown', guest: 'unknown' } as const;

function kindOf(mediaType: string): Attachment['type'] {
  const [kind] = mediaType.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file';
}

/** A file of the space, whose bytes only participants get. */
export function downloadable(attachment: Attachment, space: Space): Attachment {
  const fileId = attachment.fetchMetadata?.['fileId'];
  if (fileId === undefined) return attachment;
  return { ...attachment, fetchData: async () => Buffer.from(await space.files.download(fileId)) };
}

/** What to send for a message of the Chat SDK. A card becomes its text: a space has no buttons. */
export async function sendable(
  message: AdapterPostableMessage,
  space: Space,
): Promise<{ content: string; attachments?: string[] }> {
  const files = [
    ...extractFiles(message),
    ...extractPostableAttachments(message).map((each) => ({ ...each, filename: each.name ?? each.type })),
  ];
  const attachments: string[] = [];
  for (const { filename, mimeType, data, ...more } of files) {
    const bytes = data ?? (await ('fetchData' in more ? more.fetchData?.() : undefined));
    if (bytes === undefined) throw new TypeError(`${filename} has no data: a space does not fetch it from elsewhere`);
    attachments.push((await space.files.create(filename, bytes, { type: mimeType })).fileId);
  }
  const content = convertEmojiPlaceholders(textOf(message), 'gchat') || files.map(({ filename }) => filename).join(', ');
  return { content, ...(attachments.length > 0 && { attachments }) };
}

function textOf(message: AdapterPostableMessage): string {
  const card = extractCard(message);
  if (!card) return markdown.renderPostable(message);
  const given = typeof message === 'object' && 'fallbackText' in message ? message.fallbackText : undefined;
  return given ?? cardToFallbackText(card, { boldFormat: '**', lineBreak: '\n\n' });
}
