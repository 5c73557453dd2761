import type { Resource, Source } from '../../../resource.ts';
import { harmless } from '../../../watch/harmless.ts';
import { isId } from '../../../naming.ts';
import { summaryNamed } from '../named.ts';
import { idsOf } from './proposals.ts';

/** The open proposals for the artifact that precedes; those that can be looked at have ended too, and only own ones can be withdrawn. */
const proposal: Source = async ({ space, verb, given: [query] }) => {
  const open = await space();
  const { id: artifactId } = await summaryNamed(open, query!);
  const state = verb === 'proposal' ? 'all' : 'open';
  const { proposals } = await open.call('listProposals', { artifactId, state });
  const me = open.participantId;
  return proposals
    .filter(({ authorId }) => verb !== 'withdraw' || me === undefined || authorId === me)
    .map(({ proposalId: id, authorName, note, state }) => ({
      id,
      about: [authorName, state !== 'open' && state.replaceAll('_', ' '), note].filter(Boolean).join(': '),
    }));
};

/** The commands are among those about artifacts. */
export const proposals: Resource = {
  sources: { proposal },
  failures: {
    proposal_not_found: { reason: 'notFound', hint: '`parley artifact proposals` lists them' },
    proposal_ended: { reason: 'conflict', hint: '`parley artifact proposal` shows who ended it, and when' },
  },
  synonyms: {
    'artifact propose': 'suggest suggestion',
    'artifact accept': 'approve merge proposal',
    'artifact reject': 'decline refuse',
  },
  waiting: ({ proposals }) =>
    proposals.map(({ proposalId, authorName, artifactName }) => ({
      id: proposalId,
      line: harmless(`${authorName} proposes a change of ${artifactName}`),
    })),
  caughtUp({ decided }) {
    const ended = decided.filter((each) => 'proposalId' in each);
    const lines = ended.map(({ artifactName, state, version }) =>
      harmless(`A change of ${artifactName} was ${state}${version === undefined ? '' : `: version ${version}`}`),
    );
    return [{ heading: 'Decided', lines }];
  },
  commandAbout: ({ artifactId, proposalId }) =>
    isId(artifactId) && isId(proposalId) ? `parley artifact proposal ${idsOf({ artifactId, proposalId })}` : undefined,
};
