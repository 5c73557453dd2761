import type { Message, ParticipantView } from '@parley/sdk';
import { Room, type Entry } from '../../space/room.ts';

const id = (n: number): string => `${String(n).padStart(8, '0')}-0000-4000-8000-${String(n * 7_919).padStart(12, '0')}`;

const spaceId = id(1);
const [maya, reviewer, jonas] = [id(23), id(4), id(57)];
const plan = id(9);

const person = (
  participantId: string,
  more: Pick<ParticipantView, 'name' | 'role' | 'speaker' | 'isHuman' | 'reach'>,
): ParticipantView => ({
  participantId,
  avatarUrl: '',
  status: 'active',
  isOwner: more.speaker === 'owner',
  ...more,
});

const participants = [
  person(maya, { name: 'Maya', role: 'owner', speaker: 'owner', isHuman: true, reach: 'live' }),
  person(reviewer, { name: 'Reviewer', role: 'reads code', speaker: 'agent', isHuman: false, reach: 'live' }),
  person(jonas, { name: 'Jonas', role: 'support', speaker: 'human', isHuman: true, reach: 'away' }),
];

const said: readonly [senderId: string, minute: number, content: string, to?: readonly string[]][] = [
  [maya, 2, 'Can we ship on Tuesday? Please check what is open.', [reviewer]],
  [
    reviewer,
    3,
    'Two things are open:\n\n1. The migration takes **40 s** on the copy of production.\n2. `deploy.sh` has no way back.\n\nI proposed a rollback step in the plan.',
  ],
  [jonas, 6, 'Support is ready. Tuesday morning works for us.'],
  [reviewer, 7, 'Then one decision is left: shall I add the maintenance window to the plan?', [maya]],
];

const messages = said.map(([senderId, minute, content, to], i): Message => {
  const { name, isOwner, speaker } = participants.find(({ participantId }) => participantId === senderId)!;
  const timestamp = new Date(new Date().setHours(9, minute, 0, 0)).toISOString();
  const message = {
    id: id(100 + i),
    sequence: i + 1,
    senderId,
    senderName: name,
    isOwner,
    speaker,
    content,
    type: 'text',
    timestamp,
  } as const;
  return {
    ...message,
    ...(to && { to: [...to] }),
    reply: () => Promise.reject(new Error('This is a picture.')),
  } as unknown as Message;
});

/** A room with a meeting in it, which is never opened: nothing is sent or stored. */
export function sampleRoom(): Room {
  const room = new Room({
    spaceId,
    spaceName: '',
    key: '0'.repeat(64),
    participantId: maya,
    name: 'Maya',
    isOwner: true,
    read: 0,
    usedAt: 0,
  });
  room.connection.value = 'live';
  room.facts.value = { name: 'Release 2.0', description: '', state: 'open', ttlRemaining: 20_000 };
  room.endsAt.value = Date.now() + 20_000_000;
  room.participants.value = participants;
  room.artifacts.value = [
    { id: plan, name: 'Release plan', version: 7, updatedAt: messages[1]!.timestamp, lockedBy: reviewer },
    { id: id(10), name: 'Announcement', version: 2, updatedAt: messages[0]!.timestamp },
  ];
  room.entries.value = messages.map((message): Entry => ({ kind: 'message', sequence: message.sequence, message }));
  const [question] = messages.slice(-1);
  room.deliveries.learn([
    { deliveryId: id(200), messageId: question!.id, senderId: reviewer, participantId: maya, state: 'queued' },
  ]);
  return room;
}
