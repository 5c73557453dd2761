import type { Resource } from '../../resource.ts';
import { addressable } from '../participants/sources.ts';
import { caughtMessage } from './caught.ts';

export const messages: Resource = {
  sources: { to: addressable, 'ask-participant participant': addressable },
  failures: {
    message_not_found: { reason: 'notFound', hint: '`parley messages` shows the messages and their numbers' },
    not_replaceable: { reason: 'conflict', hint: 'send another message' },
    not_redactable: { reason: 'conflict', hint: 'erase the texts of what the message is about instead' },
  },
  synonyms: {
    send: 'write post say',
    messages: 'read history',
    watch: 'follow stream',
    correct: 'edit change fix replace',
    redact: 'delete remove erase unsend retract',
    'ask-participant': 'wait answer',
  },
  caughtUp: ({ messages }) => [{ heading: 'Messages', lines: messages.map(caughtMessage) }],
};
