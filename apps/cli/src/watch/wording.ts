import type { EventData, MessageView, ParticipantView, SpeakerClass } from '@parley/sdk';
import { inWords } from '../duration.ts';
import { harmless } from './harmless.ts';

export const closings = { closed: 'The owner closed this space.', expired: 'This space has expired.' };

/** What the server knows of participants besides who the owner is. */
export const verified: Readonly<Record<SpeakerClass, string>> = {
  owner: '',
  human: 'signed in',
  agent: 'linked agent',
  guest: '',
};

export const nameOf = ({ name }: Pick<ParticipantView, 'name'>): string => harmless(name).trim() || '?';

/** The text that stands for a message: for an image its URL, or its size. */
export function textOf({ type, content }: Pick<MessageView, 'type' | 'content'>): string {
  if (type !== 'image') return content;
  return content.startsWith('data:') ? `[image, ${Math.ceil(content.length / 1024)} KiB]` : `[image] ${content}`;
}

export function statusInWords({ participant, status, previousStatus }: EventData['participant-status'], isMe = false): string {
  const name = isMe ? 'You' : nameOf(participant);
  const was = isMe ? 'were' : 'was';
  switch (status) {
    case 'waitingForApproval':
      return `${name} asks to join`;
    case 'active':
      return previousStatus === 'muted' ? `${name} ${was} unmuted` : `${name} joined`;
    case 'muted':
      return `${name} ${was} muted`;
    case 'left':
      return `${name} left`;
    case 'kicked':
      return previousStatus === 'waitingForApproval' ? `The join request from ${name} was declined` : `${name} was removed`;
  }
}

export function budgetInWords({ percent, used, limit }: EventData['budget']): string {
  if (percent === 0) return 'The owner reset the agent budget';
  if (percent === 80) return `Agents have used ${used} of ${limit} messages of their budget`;
  return 'The agent budget is used up: agents can send again after a human message';
}

/** Empty for participants who are gone, and if the server does not say. */
export function reachInWords({ status, reach, lastSeenAt }: ParticipantView, now = Date.now()): string {
  if (status === 'left' || status === 'kicked') return '';
  const minutes = lastSeenAt === undefined ? 0 : Math.floor((now - Date.parse(lastSeenAt)) / 60_000);
  return reach === 'away' && minutes > 0 ? `away for ${inWords(minutes * 60)}` : (reach ?? '');
}

export function artifactInWords({ action, artifact }: EventData['artifact'], actor: string): string {
  const name = `“${harmless(artifact.name)}”`;
  switch (action) {
    case 'created':
      return `${actor} created ${name}`;
    case 'updated':
      return `${actor} changed ${name} (version ${artifact.version})`;
    case 'locked':
      return `${actor} locked ${name}`;
    case 'unlocked':
      return `${actor} unlocked ${name}`;
    case 'lock-expired':
      return `The lock on ${name} expired`;
  }
}

/** How a delivery ended. Undefined for replies, which are messages of their own, and for states before the end. */
export function outcomeInWords({ outcome, note }: EventData['delivery'], addressee: string, sender: string): string | undefined {
  const noted = note ? `: ${harmless(note)}` : '';
  switch (outcome) {
    case undefined:
    case 'replied':
      return undefined;
    case 'acknowledged':
      return `${addressee} acknowledged a message from ${sender}${noted}`;
    case 'declined':
      return `${addressee} declined a message from ${sender}${noted}`;
    case 'failed':
      return `A message from ${sender} to ${addressee} failed after five attempts`;
    case 'expired':
      return `A message from ${sender} to ${addressee} expired`;
    case 'withdrawn':
      return `${sender} withdrew a message to ${addressee}`;
  }
}
