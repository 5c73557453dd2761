import type { ReadMessage } from './material.ts';

type Ranked = Pick<ReadMessage, 'sequence' | 'addressedToYou' | 'speaker'>;

/** What matters most: what is directed to the reader or answers it, then what people say whom the service knows, then the rest. */
const rankOf = ({ addressedToYou, speaker }: Ranked): number => {
  if (addressedToYou) return 0;
  return speaker === 'owner' || speaker === 'human' ? 1 : 2;
};

/** The messages in the order in which they matter to their reader; the newest first among equals. */
export const ranked = <Message extends Ranked>(messages: readonly Message[]): Message[] =>
  messages.toSorted((a, b) => rankOf(a) - rankOf(b) || b.sequence - a.sequence);
