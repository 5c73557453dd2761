import type { Words } from '../../kernel/words.ts';
import type { events } from './events.ts';

export const words: Words<typeof events> = {
  file: ({ action, name, actorId }) => [
    { participantId: actorId },
    ` ${action === 'created' ? 'uploaded' : action} “`,
    { name },
    '”',
  ],
};
