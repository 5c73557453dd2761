import type { Words } from '../../kernel/words.ts';
import type { events } from './events.ts';

export const words: Words<typeof events> = {
  // A reply is a message of its own.
  delivery: ({ expects, outcome, note, participantId, senderId }) => {
    // The decision says it.
    if (expects === 'answer' && outcome === 'expired') return undefined;
    const [addressee, sender] = [{ participantId }, { participantId: senderId }];
    const noted = note ? [': ', { text: note }] : [];
    switch (outcome) {
      case undefined:
      case 'replied':
      case 'answered':
        return undefined;
      case 'acknowledged':
      case 'declined':
      case 'refused':
        return [addressee, ` ${outcome} a message from `, sender, ...noted];
      case 'failed':
        return ['A message from ', sender, ' to ', addressee, ' failed after five attempts'];
      case 'expired':
        return ['A message from ', sender, ' to ', addressee, ' expired'];
      case 'withdrawn':
        return [sender, ' withdrew a message to ', addressee];
    }
  },
};
