import type { Line } from '../kernel/words.ts';
import { words as artifacts } from './artifacts/words.ts';
import { words as comments } from './comments/words.ts';
import { words as decisions } from './decisions/words.ts';
import { words as deliveries } from './deliveries/words.ts';
import { words as files } from './files/words.ts';
import { words as messages } from './messages/words.ts';
import { words as participants } from './participants/words.ts';
import { words as proposals } from './proposals/words.ts';
import { words as spaces } from './spaces/words.ts';
import { words as tasks } from './tasks/words.ts';
import type { EventBody, EventName } from './events.ts';

export { counted, type Piece } from '../kernel/words.ts';

/** No line of its own: a surface shows a message as such, and what it knows of the space. */
const none = () => undefined;

/** Every event in words, for browsers too: without the schemas. An event without an entry does not compile. */
export const words: { readonly [Name in EventName]: Line<EventBody<Name>> } = {
  ready: none,
  context: none,
  reset: none,
  ...messages,
  ...participants,
  ...deliveries,
  ...artifacts,
  ...proposals,
  ...comments,
  ...tasks,
  ...decisions,
  ...files,
  ...spaces,
};
