import type { Resource, Source } from '../../resource.ts';
import { isId, short } from '../../naming.ts';
import { addressable } from '../participants/sources.ts';
import { ended, waiting } from './caught.ts';
import { decisionCommands } from './commands.ts';
import { decisionNamed, waitsFor } from './named.ts';
import { questionOf } from './question.ts';

/** Verbs that apply to decisions that have ended too. */
const ofAll = ['show', 'wait', 'redact'];

const decision: Source = async ({ space, verb }) => {
  const open = await space();
  const { decisions } = await open.call('listDecisions', {
    state: ofAll.includes(verb) ? 'all' : 'open',
    mine: verb === 'answer',
    limit: 50,
  });
  const me = open.participantId;
  return decisions
    .filter((each) => verb !== 'answer' || me === undefined || waitsFor(each, me))
    .map(({ decisionId: id, title, state }) => ({ id, about: `${title} (${state})` }));
};

const option: Source = async ({ space, given: [query] }) => {
  const { options } = await decisionNamed(await space(), query!);
  return options.map(({ id, label }) => ({ id, name: id, about: label }));
};

const voters: Source = async (word) => {
  const groups = ['all', 'humans', 'owner'].map((id) => ({ id, name: id, about: '' }));
  return [...groups, ...(await addressable(word))];
};

export const decisions: Resource = {
  help: { heading: 'Decisions', commands: [decisionCommands] },
  sources: { decision, 'answer option': option, voters },
  failures: {
    decision_not_found: { reason: 'notFound', hint: '`parley decisions --all` lists them' },
    decision_ended: { reason: 'conflict', hint: '`parley decision show` shows the outcome and the answers' },
    not_a_voter: { reason: 'error', hint: '`parley decision show` shows who was asked, and until when' },
    no_voters: { reason: 'conflict', hint: '`parley participants` shows who is here; --voters names others' },
    version_conflict: { reason: 'conflict', hint: 'read what has changed, then name the version that you have read' },
  },
  synonyms: {
    decide: 'ask question approval vote poll',
    answer: 'approve reject vote',
    decisions: 'approvals questions votes',
    'decision close': 'end',
    'decision redact': 'delete erase',
  },
  exported: 'decisions',
  toolList: 'decisions',
  waiting,
  caughtUp: ended,
  question: questionOf,
  commandAbout: ({ decisionId, expects }) =>
    isId(decisionId) ? `parley ${expects === 'answer' ? 'answer' : 'decision show'} ${short(decisionId)}` : undefined,
};
