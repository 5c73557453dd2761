import { rewriting, type Breach } from './breaches.ts';
import { inChapter } from './tampering.ts';

const path = /\/catch-up(\?|$)/;
const changed = (change: (body: any) => object) => rewriting('GET', path, (body) => ({ ...body, ...change(body) }));

/** Ways to break what is promised about catching up. */
export const catchUp: Breach[] = inChapter('catch-up', [
  [
    'catchUp',
    '200 with the deliveries that wait, without claiming them',
    'nothing waits',
    changed(({ todo }) => ({ todo: { ...todo, deliveries: [] } })),
  ],
  [
    'catchUp',
    '200 with messages after the sequence, oldest first, and whether they are for the caller',
    'everything is for the caller',
    changed(({ messages }) => ({ messages: messages.map((each: object) => ({ ...each, addressedToYou: true })) })),
  ],
  [
    'catchUp',
    '200 with at most 3.5 bytes per token, and with exact ranges of what is omitted',
    'too many bytes',
    changed(({ room }) => ({ room: { ...room, name: 'x'.repeat(3_000) } })),
  ],
  [
    'catchUp',
    '200 with at most 3.5 bytes per token, and with exact ranges of what is omitted',
    'a range is hidden',
    changed(() => ({ omitted: [] })),
  ],
]);
