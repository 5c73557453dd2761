import type { Redaction } from '../../kernel/redaction.ts';
import type { Piece, Words } from '../../kernel/words.ts';
import type { events } from './events.ts';

const deleted = ({ by, reason }: Redaction, what: readonly Piece[]): Piece[] => [
  by === undefined ? 'This server' : { participantId: by },
  ' deleted ',
  ...what,
  ...(reason ? [': ', { text: reason }] : []),
];

export const words: Words<typeof events> = {
  // A surface shows a message as such.
  message: () => undefined,
  'message-redacted': ({ messageSequence, redacted }) => deleted(redacted, [`message ${messageSequence}`]),
  'text-redacted': ({ answerOf, redacted, ...event }) => {
    if (answerOf !== undefined) return deleted(redacted, ['the reason of ', { participantId: answerOf }]);
    const named = Object.keys(event).find((field) => field.endsWith('Id'))!;
    return deleted(redacted, [`the texts of a ${named.slice(0, -2)}`]);
  },
  'messages-expired': ({ through }) => [`The messages up to ${through} have expired.`],
};
