import { randomUUID } from 'node:crypto';
import { rewriting, type Breach } from './breaches.ts';
import type { Passage, Tampering } from './proxy.ts';
import { as, byNobody, inChapter, refusing, saying } from './tampering.ts';

const artifact = /\/artifact\/[^/]+$/;
const list = /\/proposals(\?|$)/;
const one = /\/proposals\/[^/?]+$/;
const accepting = /\/accept$/;
const rejecting = /\/reject$/;
const withdrawing = /\/withdraw$/;
const rebasing = /\/rebase$/;
const versions = /\/versions(\?|$)/;
const claiming = /\/deliveries\/claim$/;

const lost = saying('code', 'artifact_not_found');
const found = (change: (body: any) => object) => rewriting('GET', one, (body) => ({ ...body, ...change(body) }));
const misread = found(({ content, edits, append, section }) => ({
  content: content && `${content}!`,
  edits: edits && [...edits, ...edits],
  append: append && `${append}!`,
  section: section && { ...section, mode: 'replace' },
}));
const claimed = (change: (body: any) => object) =>
  rewriting('POST', claiming, (body) => (body.delivery ? { ...body, ...change(body) } : body));
const nobodyTold = rewriting('POST', claiming, (body) =>
  /^I (accepted|rejected|deleted)/.test(body.message?.content) ? { delivery: null } : body,
);

/** Every artifact has another version as soon as something is proposed for it. */
function countingProposals(): Tampering {
  const proposedFor = new Set<string>();
  return {
    answer: (passage) => {
      const [, path] = /^(.*)\/proposals$/.exec(passage.path) ?? [];
      if (path !== undefined && passage.method === 'POST') proposedFor.add(path);
      if (passage.method !== 'GET' || !proposedFor.has(passage.path)) return;
      const body = JSON.parse(passage.body) as { version: number };
      passage.body = JSON.stringify({ ...body, version: body.version + 1 });
    },
  };
}

/** What is refused with a code is accepted: the answer is the proposal as a read shows it. */
const acceptingIn = (server: string, code: string): Tampering => ({
  answer: async (passage: Passage) => {
    if (passage.status !== 409 || !accepting.test(passage.path) || !passage.body.includes(`"${code}"`)) return;
    const read = await fetch(server + passage.path.replace(accepting, ''), { headers: { 'x-private-key': passage.key! } });
    [passage.status, passage.body] = [200, await read.text()];
  },
});

const noText = { proposals: [] };
const keeping = 'writeArtifact with `keep: "proposal"`';
const ended = 'a proposal that has ended';
const since = 'with what has changed since its base';

/** Breaches that need to know the server. */
const accepted: Breach[] = (
  [
    ['it is accepted twice', ended, '409 proposal_ended for whatever is decided about it again', 'proposal_ended'],
    ['a stale content is accepted', 'acceptProposal', `409 proposal_stale for a whole content, ${since}`, 'proposal_stale'],
    [
      'another revision is accepted',
      'acceptProposal',
      '409 proposal_stale if its author has changed it since it was read',
      'proposal_stale',
    ],
  ] as const
).map(([what, group, promise, code]) => ({
  ...{ what: `${group}: ${what}`, only: `proposal-end ${group}`, promise },
  tampering: (server) => acceptingIn(server, code),
}));

/** Ways to break what is promised about proposals, at least one for each check. */
export const proposals: Breach[] = [
  ...accepted,
  ...inChapter('proposals', [
    [
      'createProposal',
      '200 with what accepting it changes; the artifact stays as it is',
      'the version changes',
      countingProposals(),
    ],
    [
      'createProposal',
      '200 for an old version too',
      'compared with the present version',
      rewriting('POST', list, (body) => ({ ...body, diff: { ...body.diff, from: body.diff.from + 1 } })),
    ],
    [
      'createProposal',
      'asks the creator and the owner by a directed message, and nobody else',
      'the message names no proposal',
      claimed(({ message }) => ({ message: { ...message, proposalId: undefined } })),
    ],
    [
      'createProposal',
      '200 while another participant holds the lock, who alone is asked',
      'the message names another proposal',
      claimed(({ message }) => ({ message: { ...message, proposalId: randomUUID() } })),
    ],
    [
      'createProposal',
      '400 with none or several changes, without a base version, or with a note that is too long',
      'a conflict',
      refusing('POST', 400, list, as(409)),
    ],
    [
      'createProposal',
      '400 beyond 50 open ones for an artifact, until one ends',
      'a conflict beyond 50',
      refusing('POST', 400, list, saying('code', 'limit_reached')),
    ],
    ['createProposal', '403 for a muted participant', 'an unknown key', refusing('POST', 403, list, as(401))],
    ['createProposal', '404 for a version that never was', 'another code', refusing('POST', 404, list, lost)],
    [
      'createProposal',
      '409 if the change does not apply to its base version',
      'another edit',
      refusing('POST', 409, list, saying('index', 1)),
    ],
    [
      'listProposals',
      '200 with the open ones, newest first, without their texts',
      'oldest first',
      rewriting('GET', list, (body) => ({ proposals: body.proposals.toReversed() })),
    ],
    [
      'listProposals',
      '200 with `limit` proposals, older than `before`',
      'the last one of a page is missing',
      rewriting('GET', list, (body) => ({ proposals: body.proposals.slice(0, -1) })),
    ],
    ...(['limit=0', 'limit=101', 'before=0', 'state=accepted'] as const).map((wish): [string, string, string, Tampering] => [
      'listProposals',
      `400 with ${wish}`,
      `${wish} is no error`,
      { instead: (_, path) => (path.endsWith(`?${wish}`) ? { status: 200, body: noText } : undefined) },
    ]),
    ...['write', 'edits', 'append', 'section'].map((via): [string, string, string, Tampering] => [
      'getProposal',
      `200 with the change as its author sent it: ${via}`,
      `another change (${via})`,
      misread,
    ]),
    [
      'getProposal',
      '200 with whether it still applies, and what accepting it would change now',
      'it always applies',
      found(({ applies }) => ({ applies: applies === undefined ? undefined : 'clean' })),
    ],
    [
      'getProposal',
      '200 merged with what has changed since its base, if that is at other lines',
      'another text',
      found(({ merged }) => ({ merged: merged && `${merged}!` })),
    ],
    [
      'getProposal',
      '200 with its change when it has ended, but not whether it applies',
      'no reason',
      found(() => ({ endNote: undefined })),
    ],
    ['getProposal', '404 for a proposal of another artifact', 'another code', refusing('GET', 404, one, lost)],
    [
      'rebaseProposal',
      '200 with the next revision, on another version: those who decide are told again',
      'the same revision',
      rewriting('POST', rebasing, (body) => ({ ...body, revision: 1 })),
    ],
    [
      'rebaseProposal',
      '400 with none or several changes; the proposal stays as it was',
      'a conflict',
      refusing('POST', 400, rebasing, as(409)),
    ],
    ['rebaseProposal', '403 for everyone except its author', 'another key', refusing('POST', 403, rebasing, as(401))],
    [
      'rebaseProposal',
      '404 for a version that never was, 409 if the change does not apply to it',
      'another code',
      refusing('POST', 404, rebasing, lost),
    ],
    [
      keeping,
      '423 with a proposal that has the text, if another participant holds the lock',
      'the text is not kept',
      refusing('PATCH', 423, artifact, saying('proposalId', undefined)),
    ],
    [keeping, '423 with a proposal that has the text, if another participant holds the lock', 'another text is kept', misread],
    ...['write', 'edits', 'append', 'section'].map((via): [string, string, string, Tampering] => [
      keeping,
      `423 with a proposal if nobody holds the lock: ${via}`,
      `somebody holds the lock, as it seems (${via})`,
      refusing('PATCH', 423, artifact, saying('code', 'locked')),
    ]),
    [
      keeping,
      '423 with a proposal for an edit that no longer fits, so that no text is lost',
      'it applies, as it seems',
      found(() => ({ applies: 'clean' })),
    ],
    [
      keeping,
      '423 with the same proposal for a retry with the same Idempotency-Key',
      'another proposal for each try',
      refusing('PATCH', 423, artifact, (passage) => saying('proposalId', randomUUID())(passage)),
    ],
    [
      keeping,
      '423 without a proposal if it is not asked for, in a dry run, and beyond 50 open ones',
      'always a proposal',
      refusing('PATCH', 423, artifact, saying('proposalId', randomUUID())),
    ],
    [
      keeping,
      '200 without a proposal if the lock is yours, or free with `lock: "auto"`',
      'refused',
      { answer: (passage) => void (passage.method === 'PATCH' && passage.status === 200 && as(409)(passage)) },
    ],
    [
      keeping,
      '409 without a proposal if the lock is yours, but not the version',
      'another status',
      refusing('PATCH', 409, artifact, as(412)),
    ],
    [keeping, '400 without a base version, or with another word', 'a conflict', refusing('PATCH', 400, artifact, as(409))],
  ]),
  ...inChapter('proposal-end', [
    [
      'acceptProposal',
      '200 with a version whose author is the proposer, and that names who accepted it',
      'the author is who accepted it',
      rewriting('GET', versions, (body) => ({
        versions: body.versions.map((each: any) => ({ ...each, authorId: each.acceptedBy ?? each.authorId })),
      })),
    ],
    [
      'acceptProposal',
      '200 for the owner, the creator and the holder of the lock, whose lock ends when it would have',
      'the lock is renewed',
      rewriting('GET', artifact, (body) => ({ ...body, lockExpiresAt: body.lockedBy && '2999-01-01T00:00:00.000Z' })),
    ],
    [
      'acceptProposal',
      '200 with a content of who accepts it',
      'without changes, as it seems',
      rewriting('POST', accepting, (body) => ({ ...body, state: 'accepted' })),
    ],
    [
      'acceptProposal',
      '200 for a part that still fits the present version',
      'another text',
      rewriting('GET', artifact, (body) => ({ ...body, content: `${body.content}!` })),
    ],
    [
      'acceptProposal',
      '200 merged with what has changed since its base, if that is at other lines',
      'what has changed is undone',
      rewriting('GET', artifact, (body) => ({ ...body, content: body.content.replace(/^zero\n/, '') })),
    ],
    [
      'acceptProposal',
      '200 with some hunks of its difference, 400 for others',
      'all hunks, as it seems',
      rewriting('POST', accepting, (body) => ({ ...body, state: 'accepted' })),
    ],
    ['acceptProposal', 'tells the author, and asks nobody any more', 'the author is not told', nobodyTold],
    [
      'acceptProposal',
      '400 without a base version, or with a text that is too large',
      'a conflict',
      refusing('POST', 400, accepting, as(409)),
    ],
    [
      'acceptProposal',
      '403 for its author and others who do not decide',
      'another key',
      refusing('POST', 403, accepting, as(401)),
    ],
    [
      'acceptProposal',
      '423 while another participant holds the lock, also for the owner',
      'another holder',
      refusing('POST', 423, accepting, byNobody),
    ],
    [
      'acceptProposal',
      '409 version_conflict if the base version is not the present one',
      'stale',
      refusing('POST', 409, accepting, saying('code', 'proposal_stale')),
    ],
    [
      'acceptProposal',
      `409 proposal_stale for an edit that no longer fits, ${since}`,
      'no difference',
      refusing('POST', 409, accepting, saying('diff', undefined)),
    ],
    ['rejectProposal', '200 with a reason for the author; the text stays readable', 'the author is not told', nobodyTold],
    ['rejectProposal', '400 with a reason that is too long', 'a conflict', refusing('POST', 400, rejecting, as(409))],
    [
      'rejectProposal',
      '403 for its author and others who do not decide',
      'another key',
      refusing('POST', 403, rejecting, as(401)),
    ],
    [
      'withdrawProposal',
      '200 for its author; nobody is asked any more, and the text stays readable',
      'rejected, as it seems',
      rewriting('POST', withdrawing, (body) => ({ ...body, state: 'rejected' })),
    ],
    ['withdrawProposal', '403 for everyone except its author', 'another key', refusing('POST', 403, withdrawing, as(401))],
    [
      ended,
      '200 for one of many concurrent decisions, 409 for the rest',
      'the rest are 404',
      refusing('POST', 409, /\/(accept|reject|withdraw)$/, as(404)),
    ],
    [ended, 'is one of a deleted artifact: rejected, and its author learns it', 'the author is not told', nobodyTold],
    [
      ended,
      'is none whose author was kicked: it can still be accepted, as that of its author',
      'it has no author',
      rewriting('GET', versions, (body) => ({ versions: body.versions.map((each: object) => ({ ...each, authorName: '?' })) })),
    ],
    [
      'the event `proposal`',
      'tells everyone of each step, and the event `artifact` of what was accepted',
      'a rebase is no event',
      { event: (block) => (/event: proposal[^]*"state":"open"[^]*"revision":2/.test(block) ? undefined : block) },
    ],
    [
      'the event `proposal`',
      'has no text of the proposal, and an invitation gives access to none',
      'the text is in the event',
      { event: (block) => block.replace('"artifactName":"Plan"', '"artifactName":"Plan","append":"The secret of Cyn"') },
    ],
  ]),
];
