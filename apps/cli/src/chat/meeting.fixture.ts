import type { ArtifactSummary, EventData, MessageView, ParticipantStatus, ParticipantView, SpaceEvent } from '@parley/sdk';
import { unreadInWords, type Entry } from './entry.ts';
import { blank, met, type Model } from './model.ts';
import { told } from './told.ts';

const at = '2026-01-31T12:00:00.000Z';

export const person = (name: string, status: ParticipantStatus = 'active', isOwner = false): ParticipantView => ({
  participantId: `id-of-${name}`,
  name,
  role: isOwner ? 'owner' : '',
  avatarUrl: '',
  status,
  isOwner,
  isHuman: true,
  speaker: isOwner ? 'owner' : 'guest',
});

export const message = (senderName: string, content: string, sequence = 1, timestamp = at): MessageView => ({
  id: `message-${sequence}`,
  senderId: `id-of-${senderName}`,
  senderName,
  isOwner: false,
  speaker: 'guest',
  content,
  type: 'text',
  timestamp,
  sequence,
});

export const artifact = (name: string, lockedBy?: string): ArtifactSummary => ({
  id: `id-of-${name}`,
  name,
  version: 1,
  updatedAt: at,
  ...(lockedBy && { lockedBy: `id-of-${lockedBy}`, lockExpiresAt: at }),
});

export const event = <Type extends keyof EventData>(type: Type, data: EventData[Type]): SpaceEvent =>
  ({ type, id: 'sequence' in data ? data.sequence : undefined, data }) as SpaceEvent;

export const said = (senderName: string, content: string, sequence?: number): SpaceEvent =>
  event('message', message(senderName, content, sequence));

export const became = (name: string, status: ParticipantStatus, previousStatus?: ParticipantStatus): SpaceEvent =>
  event('participant-status', {
    sequence: 1,
    participant: person(name, status),
    status,
    ...(previousStatus && { previousStatus }),
    actorId: 'id-of-Olga',
  });

export const happened = (action: EventData['artifact']['action'], name: string, actor: string, lockedBy?: string): SpaceEvent =>
  event('artifact', { sequence: 1, action, artifact: artifact(name, lockedBy), actorId: `id-of-${actor}` });

/** A meeting of Olga, who owns it, and others, seen by one of them. */
export const meeting = (me = 'Olga', others: readonly ParticipantView[] = [person('Ann'), person('Bert')]): Model => ({
  ...met(blank({ columns: 60, rows: 12 }, `id-of-${me}`), [person('Olga', 'active', true), ...others]),
  space: 'Launch',
  connection: 'live',
});

export const after = (model: Model, ...events: SpaceEvent[]): Model => events.reduce(told, model);

/** What the conversation says, without times. */
export const lines = ({ entries }: Model): string[] => entries.map(lineOf);

function lineOf(entry: Entry): string {
  if (entry.kind === 'message') return `${entry.name}: ${entry.text}`;
  if (entry.kind === 'unread') return unreadInWords(entry.count);
  if (entry.kind === 'links') return entry.links.map((pair) => pair.join(' ')).join('\n');
  return entry.kind === 'pairs' ? entry.pairs.map((pair) => pair.join(' ')).join('\n') : entry.text;
}
