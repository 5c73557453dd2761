import type { EventData, MessageView, ParticipantView } from '@parley/sdk';
import { harmless } from './harmless.ts';

export const closings = { closed: 'The owner closed this space.', expired: 'The time of this space is over.' };

export const nameOf = ({ name }: Pick<ParticipantView, 'name'>): string => harmless(name).trim() || '?';

/** What a terminal can show of a message: an image is told of by its address. */
export function textOf({ type, content }: Pick<MessageView, 'type' | 'content'>): string {
  if (type !== 'image') return content;
  return content.startsWith('data:') ? `[an image of ${Math.ceil(content.length / 1024)} KiB]` : `[image] ${content}`;
}

export function statusInWords({ participant, status, previousStatus }: EventData['participant-status']): string {
  const name = nameOf(participant);
  switch (status) {
    case 'waitingForApproval':
      return `${name} asks to be let in`;
    case 'active':
      return previousStatus === 'muted' ? `${name} may speak again` : `${name} joined`;
    case 'muted':
      return `${name} was muted`;
    case 'left':
      return `${name} left`;
    case 'kicked':
      return previousStatus === 'waitingForApproval' ? `${name} was refused` : `${name} was removed`;
  }
}

export function artifactInWords({ action, artifact }: EventData['artifact'], actor: string): string {
  const document = `“${harmless(artifact.name)}”`;
  switch (action) {
    case 'created':
      return `${actor} made ${document}`;
    case 'updated':
      return `${actor} changed ${document} (version ${artifact.version})`;
    case 'locked':
      return `${actor} locked ${document}`;
    case 'unlocked':
      return `${actor} unlocked ${document}`;
    case 'lock-expired':
      return `The lock on ${document} ran out`;
  }
}
