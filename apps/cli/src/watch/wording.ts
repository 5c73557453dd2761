import { inBytes } from '@parley/core/size';
import { words, type Piece } from '@parley/core/words';
import type { MessageView, ParticipantView, SpaceEvent, SpeakerClass } from '@parley/sdk';
import { inWords } from '../in-words.ts';
import { localTime } from '../local-time.ts';
import { short } from '../naming.ts';
import { harmless } from './harmless.ts';

/** What the server knows of participants besides who the owner is. */
export const verified: Readonly<Record<SpeakerClass, string>> = {
  owner: '',
  human: 'signed in',
  agent: 'linked agent',
  guest: '',
};

export const nameOf = ({ name, displayName = name }: { name: string; displayName?: string }): string =>
  harmless(displayName).trim() || '?';

type Said = Pick<MessageView, 'type' | 'content' | 'attachments' | 'redacted'>;

/** The text that stands for a message, and a line for each of its files, which `parley get` saves. */
export const textOf = ({ attachments = [], ...message }: Said): string =>
  [
    contentOf(message),
    ...attachments.map(({ fileId, name, bytes }) => `[file ${short(fileId)}] ${harmless(name)} (${inBytes(bytes)})`),
  ].join('\n');

/** Of an image its URL, or its size. */
function contentOf({ type, content, redacted }: Said): string {
  if (redacted) return `[deleted ${localTime(redacted.at)}${redacted.reason ? `: ${harmless(redacted.reason)}` : ''}]`;
  if (type !== 'image') return content;
  return content.startsWith('data:') ? `[image, ${Math.ceil(content.length / 1024)} KiB]` : `[image] ${content}`;
}

/** Empty for participants who are gone, and if the server does not say. */
export function reachInWords({ status, reach, lastSeenAt }: ParticipantView, now = Date.now()): string {
  if (status === 'left' || status === 'kicked') return '';
  const minutes = lastSeenAt === undefined ? 0 : Math.floor((now - Date.parse(lastSeenAt)) / 60_000);
  return reach === 'away' && minutes > 0 ? `away for ${inWords(minutes * 60)}` : (reach ?? '');
}

type Line = (data: SpaceEvent['data'], readerId?: string) => readonly Piece[] | undefined;

/**
 * An event as one line. Undefined for one that is none, and for one of a newer server.
 * @param named - The name of a participant, as the caller shows it.
 */
export function eventInWords(
  { type, data }: SpaceEvent,
  named: (participantId: string) => string,
  readerId?: string,
): string | undefined {
  const line = (words as Partial<Record<string, Line>>)[type];
  return line?.(data, readerId)
    ?.map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('participantId' in piece) return named(piece.participantId);
      return 'name' in piece ? nameOf(piece) : harmless(piece.text);
    })
    .join('');
}
