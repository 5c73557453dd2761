import type { Resource } from '../../resource.ts';
import { harmless } from '../../watch/harmless.ts';
import { participant } from './sources.ts';

const events = ['joined', 'left', 'muted', 'unmuted', 'waiting'] as const;

export const participants: Resource = {
  sources: { participant },
  failures: {
    muted: { reason: 'error', hint: 'you can still read; the owner can unmute you' },
    key_revoked: {
      reason: 'keyNeeded',
      hint: 'you left or were removed, or the key was replaced elsewhere; `parley space recover ID` gets the key of a linked space, and `parley join LINK` lets you join again',
    },
  },
  synonyms: {
    approve: 'accept admit',
    kick: 'remove expel ban',
    mute: 'silence',
    leave: 'exit',
  },
  caughtUp({ room }) {
    const lines = events.flatMap((what) => {
      const names = (room[what] ?? []).map(({ name }) => harmless(name));
      return names.length > 0 ? [`${what === 'waiting' ? 'ask to join' : what}: ${names.join(', ')}`] : [];
    });
    return [{ heading: 'People', lines }];
  },
};
