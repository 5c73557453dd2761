import { rewriting, type Breach } from './breaches.ts';
import { as, inChapter, refusing } from './tampering.ts';

const list = /\/events(\?|$)/;

interface Logged {
  event: string;
  data: object;
}

/** Ways to break what is promised about the events of the past, at least one for each check. */
export const log: Breach[] = inChapter('log', [
  [
    'listEvents',
    '200 with what a stream has told, of all kinds, oldest first, with times',
    'the newest comes first',
    rewriting('GET', list, (body) => ({ ...body, events: body.events.toReversed() })),
  ],
  [
    'listEvents',
    '200 page by page, back with `before`, and on with `after`',
    'the cursor leaves one out',
    rewriting('GET', list, (body) => ({ ...body, cursor: body.cursor - 1 })),
  ],
  [
    'listEvents',
    '200 with the kinds that are asked for; 400 for one that does not exist',
    'what does not exist is nothing',
    refusing('GET', 400, list, as(404)),
  ],
  [
    'listEvents',
    '200 with what the caller can see: a delivery only for those concerned',
    'nobody is shown deliveries',
    rewriting('GET', list, (body) => ({ ...body, events: body.events.filter(({ event }: Logged) => event !== 'delivery') })),
  ],
  [
    'listEvents',
    '200 without the texts that were redacted',
    'it does not say that',
    rewriting('GET', list, (body) => ({
      ...body,
      events: body.events.filter(({ event }: Logged) => event !== 'message-redacted'),
    })),
  ],
]);
