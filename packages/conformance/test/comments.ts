import { rewriting, type Breach } from './breaches.ts';
import { as, inChapter, refusing, saying } from './tampering.ts';

const list = /\/comments(\?|$)/;
const resolving = /\/comments\/[^/]+\/resolve$/;
const claiming = /\/deliveries\/claim$/;
const received = /\/deliveries\?/;

const unclaimed = rewriting('POST', claiming, () => ({ delivery: null }));

/** Ways to break what is promised about comments, at least one for each check. */
export const comments: Breach[] = inChapter('comments', [
  [
    'createComment',
    '200 with where the present version has the passage, for everyone to read',
    'the place in its own version',
    rewriting('POST', list, (body) => ({ ...body, anchor: body.anchor && { ...body.anchor, line: 4 } })),
  ],
  [
    'createComment',
    '200 for the occurrence that is meant',
    'always the first',
    rewriting('POST', list, (body) => ({ ...body, anchor: { line: 3, column: 7, length: 3 } })),
  ],
  [
    'createComment',
    '200 for a reply, which is about the passage of its thread',
    'a reply to a reply begins a thread',
    rewriting('POST', list, (body) => (body.text === 'Thanks' ? { ...body, replyTo: undefined } : body)),
  ],
  ['createComment', '400 for what does not fit', 'a conflict', refusing('POST', 400, list, as(409))],
  [
    'createComment',
    '409 quote_not_found if that version does not have the quote, or not so often',
    'another code',
    refusing('POST', 409, list, saying('code', 'edit_mismatch')),
  ],
  [
    'createComment',
    '404 for a version that never was, and for an artifact that was deleted',
    'a comment is missing',
    refusing('POST', 404, list, saying('code', 'comment_not_found')),
  ],
  ['createComment', '403 for a muted participant', 'the wrong key', refusing('POST', 403, list, as(401))],
  [
    'a directed comment',
    'is a message to those whom it names, and a reply settles it and reaches who asked',
    'nobody is told',
    unclaimed,
  ],
  [
    'a directed comment',
    'asks nobody any more once it is resolved',
    'its deliveries stay open',
    rewriting('GET', received, (body) => ({
      ...body,
      deliveries: body.deliveries.map((each: object) => ({ ...each, outcome: undefined, state: 'queued' })),
    })),
  ],
  [
    'the anchor of a comment',
    'follows its passage, and is null once that is gone',
    'it stays where it was',
    rewriting('GET', list, (body) => ({
      ...body,
      comments: body.comments.map((each: object) => ({ ...each, anchor: { line: 3, column: 7, length: 9 }, orphaned: false })),
    })),
  ],
  [
    'listComments',
    '200 with those that are open by default, newest first',
    'oldest first',
    rewriting('GET', list, (body) => ({ ...body, comments: body.comments.toReversed() })),
  ],
  [
    'resolveComment',
    '200 for its author, the creator of the artifact and the owner, with its replies; 403 for others',
    'the replies stay open',
    rewriting('POST', resolving, (body) => (body.replyTo ? { ...body, state: 'open', resolvedBy: undefined } : body)),
  ],
  [
    'resolveComment',
    '409 comment_resolved for a reply, until it is reopened',
    'another code',
    refusing('POST', 409, list, saying('code', 'status_conflict')),
  ],
  [
    'resolveComment',
    '404 for an unknown comment, and for one on another artifact',
    'the artifact is missing',
    refusing('POST', 404, resolving, saying('code', 'artifact_not_found')),
  ],
  [
    'the event `comment`',
    'tells everyone of each step, without what the comment says',
    'a resolution is no event',
    { event: (block) => (/event: comment[^]*"action":"resolved"/.test(block) ? undefined : block) },
  ],
]);
