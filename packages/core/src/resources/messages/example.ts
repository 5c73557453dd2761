import { at } from '../../kernel/example.ts';
import { ownerId, participantId } from '../participants/example.ts';

export const messageId = '2f6d8c4b-1e3a-4b59-8d70-6c5b4a392817';

export const message = {
  id: messageId,
  senderId: ownerId,
  senderName: 'Ada',
  isOwner: true,
  speaker: 'owner',
  content: 'Shall we begin?',
  type: 'text',
  timestamp: at,
  sequence: 4,
} as const;

export const directed = {
  ...message,
  content: 'Can you review the plan?',
  sequence: 5,
  to: [participantId],
  expects: 'reply' as const,
};

export const redacted = {
  ...message,
  content: '',
  redacted: { by: ownerId, at, reason: 'It contained a password.' },
};

export const deliveryId = '6e1f4a92-8d3b-4c75-a0e6-1b9c7d5f2e83';

export const receipt = { deliveryId, participantId, state: 'queued' as const, reach: 'away' as const };
