import { cardToFallbackText, extractCard, extractFiles, extractPostableAttachments } from '@chat-adapter/shared';
import type { MessageView, ParticipantView, Space } from '@parley/sdk';
import {
  BaseFormatConverter,
  convertEmojiPlaceholders,
  Message,
  parseMarkdown,
  stringifyMarkdown,
  type AdapterPostableMessage,
  type Attachment,
  type CardElement,
  type FormattedContent,
} from 'chat';
import { buttonsOf, linksOf, type CardQuestion } from './cards.ts';

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

/** What to send for a message of the Chat SDK. */
export interface Sendable {
  content: string;
  attachments?: string[];
  /** The ids of those whom the text mentions as `<@id>`, who are in the space. */
  to: string[];
  /** What the buttons of a card ask. */
  question?: CardQuestion;
}

/** A card becomes its text, and its buttons a question. */
export async function sendable(message: AdapterPostableMessage, space: Space): Promise<Sendable> {
  const card = extractCard(message);
  const buttons = card ? buttonsOf(card) : [];
  const written = card ? textOf(card, message) : markdown.renderPostable(message);
  const { text, to } = await withNames(convertEmojiPlaceholders(written, 'gchat'), space);
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
  return {
    content: text || files.map(({ filename }) => filename).join(', '),
    ...(attachments.length > 0 && { attachments }),
    to,
    ...(buttons.length > 0 && { question: { ...titled(text), buttons } }),
  };
}

function textOf(card: CardElement, message: AdapterPostableMessage): string {
  const given = typeof message === 'object' && 'fallbackText' in message ? message.fallbackText : undefined;
  return given ?? [cardToFallbackText(card, { boldFormat: '**', lineBreak: '\n\n' }), ...linksOf(card)].join('\n\n');
}

const mostOfTitle = 200;

/** The title and the text of a decision: the first line, and the rest. */
function titled(text: string): { title: string; text: string } {
  const [first = '', ...rest] = text.trim().split('\n');
  const title = first.replaceAll(/^\*\*|\*\*$/g, '');
  const cut = [...title].slice(0, mostOfTitle).join('');
  return { title: cut, text: cut === title ? rest.join('\n').trim() : text };
}

/** A mention, as the Chat SDK writes it; Markdown that was a tree has a backslash before it. */
const mention = /\\?<@([\da-f-]{36})>/gi;

/** Mentions become names. Who has left is only named. */
async function withNames(text: string, space: Space): Promise<{ text: string; to: string[] }> {
  const ids = new Set([...text.matchAll(mention)].map(([, id]) => id!.toLowerCase()));
  if (ids.size === 0) return { text, to: [] };
  const { participants } = await space.get();
  const known = new Map(participants.map((each) => [each.participantId, each]));
  const isMeant = (each: ParticipantView | undefined) =>
    (each?.status === 'active' || each?.status === 'muted') && each.participantId !== space.participantId;
  return {
    text: text.replaceAll(mention, (whole, id: string) => {
      const found = known.get(id.toLowerCase());
      return found ? `@${found.displayName ?? found.name}` : whole;
    }),
    to: [...ids].filter((id) => isMeant(known.get(id))),
  };
}
