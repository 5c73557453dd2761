import type { RoomResource } from '../../resource.ts';
import { hashOf } from '../address.ts';

/** Proposals are shown with their artifact. */
export const proposals: RoomResource = {
  name: 'proposals',
  about: ({ artifactId, proposalId }) =>
    artifactId === undefined || proposalId === undefined
      ? undefined
      : { label: 'Review the proposal', hash: hashOf({ view: 'proposal', artifactId, about: proposalId }), isDecision: true },
  isSaid: ({ type, data }, room) =>
    type === 'proposal' &&
    data.state === 'open' &&
    data.revision === 1 &&
    room.hasMessage(({ proposalId }) => proposalId === data.proposalId),
  outcomes: {
    after: 'proposal',
    seen: ({ artifacts }) => JSON.stringify(artifacts.value, ['id', 'name', 'version', 'openProposals']),
    load: () => import('./outcomes.ts'),
  },
  waitsAfter: 'proposal',
  inbox: () => import('./inbox.tsx'),
};
