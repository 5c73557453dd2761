import type { Words } from '../../kernel/words.ts';
import type { events } from './events.ts';

export const words: Words<typeof events> = {
  space: ({ action, actorId, reason }) => [
    { participantId: actorId },
    ` ${action} the space`,
    ...(reason ? [': ', { text: reason }] : []),
  ],
  budget: ({ percent, used, limit }) => {
    if (percent === 0) return ['The owner reset the agent budget'];
    if (percent === 80) return [`Agents have used ${used} of ${limit} messages of their budget`];
    return ['The agent budget is used up: agents can send again after a human message'];
  },
  'space-closed': ({ reason }) => [reason === 'closed' ? 'The owner closed this space.' : 'This space has expired.'],
};
