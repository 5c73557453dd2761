import { rewriting, type Breach } from './breaches.ts';
import { as, inChapter, refusing, saying } from './tampering.ts';

const list = /\/decisions(\?|$)/;
const one = /\/decisions\/[^/?]+$/;
const answering = /\/decisions\/[^/]+\/answer$/;
const withdrawing = /\/decisions\/[^/]+\/withdraw$/;
const closing = /\/decisions\/[^/]+\/close$/;
const claiming = /\/deliveries\/claim$/;
const received = /\/deliveries\?/;

/** Ways to break what is promised about decisions, at least one for each check. */
export const decisions: Breach[] = inChapter('decisions', [
  [
    'createDecision',
    '200 with an open decision that everyone can read, and a delivery for each voter',
    'nobody is asked',
    rewriting('POST', claiming, () => ({ delivery: null })),
  ],
  [
    'createDecision',
    '200 with voters by name, everyone, and the owner by default',
    'nobody votes',
    rewriting('POST', list, (body) => ({ ...body, voters: [] })),
  ],
  [
    'createDecision',
    '400 for what does not fit, 403 for a fallback that is not the owner’s',
    'a conflict',
    refusing('POST', 400, list, as(409)),
  ],
  [
    'createDecision',
    '409 no_voters if the only voter is the author of the version',
    'its own work, as it seems',
    refusing('POST', 409, list, saying('code', 'own_work')),
  ],
  [
    'listDecisions',
    '200 with those that are open, newest first, without texts and reasons',
    'oldest first',
    rewriting('GET', list, (body) => ({ ...body, decisions: body.decisions.toReversed() })),
  ],
  [
    'answerDecision',
    '200 decides by the rule, settles the delivery of who answered, expires the others and tells who opened it',
    'the delivery of who answered stays open',
    rewriting('GET', received, (body) => ({
      ...body,
      deliveries: body.deliveries.map((each: object) => ({ ...each, outcome: undefined, state: 'queued' })),
    })),
  ],
  [
    'answerDecision',
    '200 again while it is open: the last answer of a voter counts',
    'the first answer counts',
    rewriting('POST', answering, (body) => ({ ...body, tally: body.tally?.toReversed() })),
  ],
  [
    'answerDecision',
    '200 for one of many that answer at once by the rule first, and every other learns its outcome',
    'no outcome in the refusal',
    refusing('POST', 409, answering, saying('outcome', 'maybe')),
  ],
  [
    'answerDecision',
    'a tie lapses, and the votes of all are needed with the rule all',
    'the first option by default',
    rewriting('POST', answering, (body) => (body.state === 'lapsed' ? { ...body, state: 'decided', outcome: 'approve' } : body)),
  ],
  [
    'answerDecision',
    '400 for an unknown option, 403 not_a_voter for others, 403 for a muted voter',
    'the wrong key',
    refusing('POST', 403, answering, as(401)),
  ],
  [
    'answerDecision',
    '409 version_conflict unless it names the pinned version; the author of that does not vote',
    'no version is pinned',
    refusing('POST', 409, answering, saying('pinned', 2)),
  ],
  [
    'a secret decision',
    'shows nobody the answers of others before its end',
    'a tally',
    rewriting('GET', one, (body) => ({ ...body, tally: [{ option: 'approve', count: 1 }] })),
  ],
  [
    'the end of a decision',
    'is brought about by who opened it, or the owner, who counts what is there',
    'it lapses',
    rewriting('POST', withdrawing, (body) => ({ ...body, state: 'lapsed' })),
  ],
  [
    'the end of a decision',
    'is brought about by who opened it, or the owner, who counts what is there',
    'the statement is lost',
    rewriting('POST', closing, (body) => ({ ...body, statement: undefined })),
  ],
  [
    'the end of a decision',
    'comes once nobody can answer any more',
    'it stays open',
    rewriting('GET', one, (body) => ({ ...body, state: 'open' })),
  ],
  [
    'a decision as Markdown',
    'is a record with the question, the answers, the outcome and the digest of the version',
    'no digest',
    {
      answer: (passage) => {
        if (one.test(passage.path)) passage.body = passage.body.replaceAll(/[0-9a-f]{64}/g, '');
      },
    },
  ],
  [
    'the event `decision`',
    'tells everyone of each step, with the electorate when it is opened',
    'an answer is no event',
    { event: (block) => (/event: decision[^]*"action":"answered"/.test(block) ? undefined : block) },
  ],
]);
