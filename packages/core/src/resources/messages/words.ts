import type { Words } from '../../kernel/words.ts';
import type { events } from './events.ts';

export const words: Words<typeof events> = {
  // A surface shows a message as such.
  message: () => undefined,
  'message-redacted': ({ messageSequence, redacted: { by, reason } }) => [
    ...(by === undefined ? ['Somebody'] : [{ participantId: by }]),
    ` deleted message ${messageSequence}`,
    ...(reason ? [': ', { text: reason }] : []),
  ],
  'messages-expired': ({ through }) => [`The messages up to ${through} have expired.`],
};
