import type { Resource } from '../../resource.ts';
import { addressable } from '../participants/sources.ts';
import { caughtMessage } from './caught.ts';

export const messages: Resource = {
  sources: { to: addressable, 'ask-participant participant': addressable },
  synonyms: {
    send: 'write post say',
    messages: 'read history',
    watch: 'follow stream',
    'ask-participant': 'wait answer',
  },
  caughtUp: ({ messages }) => [{ heading: 'Messages', lines: messages.map(caughtMessage) }],
};
