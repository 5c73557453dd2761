import { rewriting, type Breach } from './breaches.ts';
import { as, inChapter, refusing, saying } from './tampering.ts';

const space = /\/hub\/space\/[^/]+$/;
const messages = /\/messages(\?|$)/;
const artifact = /\/artifact\/[^/]+$/;
const members = /\/leave$/;

/** Ways to break what is promised about a pause, at least one for each check. */
export const pauses: Breach[] = inChapter('pause', [
  [
    'pauseSpace',
    '200, and everyone reads in the view and in bundles who paused the space, when and why',
    'nobody is told why',
    rewriting('GET', space, ({ paused, ...body }) => ({ ...body, ...(paused && { paused: { ...paused, reason: undefined } }) })),
  ],
  [
    'pauseSpace',
    '409 `paused` for what a guest writes, whatever it claims, and for what anybody claims',
    'it is closed, as it seems',
    refusing('POST', 409, messages, saying('code', 'space_closed')),
  ],
  [
    'pauseSpace',
    'others can still join, leave, release, decline and keep what they hold',
    'nobody can leave',
    {
      answer: (passage) => {
        if (members.test(passage.path)) passage.status = 409;
      },
    },
  ],
  [
    'pauseSpace',
    'nothing that is held says when it runs out',
    'a lock runs out',
    rewriting('GET', artifact, (body) => ({ lockExpiresAt: '2026-01-31T12:00:00.000Z', ...body })),
  ],
  [
    'pauseSpace',
    '200 again changes nothing',
    'it is another pause each time',
    rewriting('GET', space, (body) => ({ ...body, paused: body.paused && { ...body.paused, at: new Date().toISOString() } })),
  ],
  ['pauseSpace', '400 for a reason of more than 200 characters', 'a conflict', refusing('POST', 400, /\/pause$/, as(409))],
  [
    'resumeSpace',
    '200, and everybody can write and claim again',
    'it stays paused',
    rewriting('GET', space, (body) => ({ paused: { by: 'somebody', at: '2026-01-31T12:00:00.000Z' }, ...body })),
  ],
  [
    'resumeSpace',
    '200 without effect if the space is not paused',
    'a conflict',
    {
      answer: (passage) => {
        if (passage.path.endsWith('/resume')) passage.status = 409;
      },
    },
  ],
  [
    'the event `space`',
    'tells everyone of the pause and of its end',
    'its end is no event',
    { event: (block) => (/event: space\n[^]*"action":"resumed"/.test(block) ? undefined : block) },
  ],
]);
