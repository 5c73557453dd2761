import type { MessageView } from '@parley/sdk';
import { later } from '../../app/later.tsx';
import type { RoomResource } from '../resource.ts';
import { hashOf, shownIn } from './address.ts';

const asks = ({ decisionId, expects }: Pick<MessageView, 'decisionId' | 'expects'>): boolean =>
  decisionId !== undefined && expects === 'answer';

export const decisions: RoomResource = {
  name: 'decisions',
  panel: {
    label: 'Decisions',
    includes: (hash) => shownIn(hash) !== undefined,
    Panel: later(async () => (await import('./panel.tsx')).DecisionPanel),
  },
  section: () => import('./section.ts'),
  outcomes: { after: 'decision', load: () => import('./outcomes.ts') },
  found: { kind: 'decision', hashOf: ({ id }) => hashOf({ view: 'decision', decisionId: id }) },
  about: (message) =>
    message.decisionId === undefined || asks(message)
      ? undefined
      : {
          label: 'Show the decision',
          hash: hashOf({ view: 'decision', decisionId: message.decisionId }),
          isDecision: false,
        },
  offerFor: (artifactId, version) => ({
    label: 'Ask for a decision',
    hash: hashOf({ view: 'ask', about: { artifactId, version } }),
  }),
  card: { isOf: asks, Card: later(async () => (await import('./card.tsx')).DecisionCard) },
  isSaid: ({ type, data }, room) =>
    type === 'decision' &&
    data.action !== 'answered' &&
    room.hasMessage((message) => message.decisionId === data.decisionId && asks(message) === (data.action === 'opened')),
  waitsAfter: 'decision',
  inbox: () => import('./inbox.tsx'),
};
