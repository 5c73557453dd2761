import { rewriting, type Breach } from './breaches.ts';
import { as, inChapter, refusing, saying } from './tampering.ts';

const list = /\/tasks(\?|$)/;
const one = /\/tasks\/[^/?]+$/;
const claiming = /\/tasks\/[^/]+\/claim$/;
const renewing = /\/tasks\/[^/]+\/renew$/;
const releasing = /\/tasks\/[^/]+\/release$/;
const submitting = /\/tasks\/[^/]+\/submit$/;
const verifying = /\/tasks\/[^/]+\/verify$/;
const returning = /\/tasks\/[^/]+\/return$/;
const cancelling = /\/tasks\/[^/]+\/cancel$/;
const deliveries = /\/deliveries\/claim$/;
const nobody = '00000000-0000-4000-8000-000000000000';

const nobodyTold = rewriting('POST', deliveries, () => ({ delivery: null }));
const aboutAnother = rewriting('POST', deliveries, (body) =>
  body.message ? { ...body, message: { ...body.message, taskId: nobody } } : body,
);

/** Ways to break what is promised about tasks, at least one for each check. */
export const tasks: Breach[] = inChapter('tasks', [
  [
    'createTask',
    '200 with an open task that everyone can read with its text',
    'another text',
    rewriting('GET', one, (body) => ({ ...body, text: `${body.text}!` })),
  ],
  [
    'createTask',
    'tells those whom it is for by a directed message; claiming it settles that, and the end the others',
    'the message is about another task',
    aboutAnother,
  ],
  [
    'createTask',
    '400 with a title that is empty, too long or of two lines, a text that is too long, or somebody who is not here',
    'a conflict',
    refusing('POST', 400, list, as(409)),
  ],
  [
    'listTasks',
    '200 with those that have not ended, newest first, without their texts',
    'oldest first',
    rewriting('GET', list, (body) => ({ tasks: body.tasks.toReversed() })),
  ],
  ['listTasks', '400 with limit=0', 'a conflict', refusing('GET', 400, list, as(409))],
  [
    'claimTask',
    '200 for one of many, 409 task_claimed with its holder and the time for the rest',
    'another holder',
    refusing('POST', 409, claiming, saying('claimedBy', nobody)),
  ],
  [
    'claimTask',
    '409 limit_reached for a second one at a time, unless the space permits more',
    'claimed, as it seems',
    refusing('POST', 409, claiming, saying('code', 'task_claimed')),
  ],
  [
    'claimTask',
    '200 again after its holder released it, left, was muted or was kicked',
    'it stays claimed',
    rewriting('GET', one, (body) => ({ ...body, state: 'claimed' })),
  ],
  [
    'claimTask',
    '400 with a lease that is too short or too long, 403 for a muted participant',
    'the wrong key',
    refusing('POST', 403, claiming, as(401)),
  ],
  [
    'the lease of a task',
    'is renewed and given up by its holder alone, 409 lease_lost with another id',
    'another lease',
    rewriting('POST', renewing, (body) => ({ ...body, leaseId: nobody })),
  ],
  [
    'the lease of a task',
    'is renewed and given up by its holder alone, 409 lease_lost with another id',
    'it was lost by nobody',
    refusing('POST', 409, releasing, saying('code', 'task_conflict')),
  ],
  ['submitTask', '200 with evidence, and asks the creator; 409 for every other claim', 'the creator is not asked', nobodyTold],
  [
    'submitTask',
    '200 with a version of an artifact or a message; 400 if there is none, or with none or several',
    'a conflict',
    refusing('POST', 400, submitting, as(409)),
  ],
  [
    'verifyTask',
    '200 for the creator or the owner, which ends it, and who did it learns it',
    'who did it is not told',
    rewriting('POST', deliveries, (body) => (body.message?.content.startsWith('I verified') ? { delivery: null } : body)),
  ],
  [
    'verifyTask',
    '403 own_work for who did it, also for the owner and the creator; 403 forbidden for others',
    'muted, as it seems',
    refusing('POST', 403, verifying, saying('code', 'muted')),
  ],
  [
    'verifyTask',
    '409 task_conflict if it is not submitted, or was submitted again since',
    'ended, as it seems',
    refusing('POST', 409, verifying, saying('code', 'task_ended')),
  ],
  [
    'returnTask',
    '200 back to who did it with a note and a new lease; open if they are gone',
    'always open',
    rewriting('POST', returning, (body) => ({ ...body, state: 'open' })),
  ],
  [
    'cancelTask',
    '200 for the creator or the owner, whoever works on it',
    'verified, as it seems',
    rewriting('POST', cancelling, (body) => ({ ...body, state: 'verified' })),
  ],
  [
    'tasks in a context bundle',
    'are counted by state, and absent if all have ended',
    'always there',
    rewriting('GET', /\/space\/[^/]+$/, (body) => ({ ...body, tasks: body.tasks ?? { open: 0, claimed: 0, submitted: 0 } })),
  ],
  [
    'tasks in a context bundle',
    'are in nothing that an invitation gives access to',
    'counted for strangers',
    rewriting('GET', /\/space\/[^/]+$/, (body) => ({ ...body, tasks: { open: 1, claimed: 0, submitted: 0 } })),
  ],
  [
    'the event `task`',
    'tells everyone of each step',
    'a release is no event',
    { event: (block) => (/event: task[^]*"action":"released"/.test(block) ? undefined : block) },
  ],
]);
