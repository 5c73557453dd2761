import type { ArtifactSummary, MessageView, ParticipantView, ProposalView } from '@parley/sdk';
import { expect, test } from 'vitest';
import { itemsOf } from './items.ts';

const applicant = { participantId: 'p-1', status: 'waitingForApproval' } as ParticipantView;
const member = { participantId: 'p-2', status: 'active' } as ParticipantView;
const artifacts = [{ id: 'a-1', name: 'Plan' }] as ArtifactSummary[];
const proposal = (proposalId: string, artifactId = 'a-1') => ({ proposalId, artifactId }) as ProposalView;
const directed = (deliveryId: string, message: Partial<MessageView> = {}) => ({
  delivery: { deliveryId, expects: 'reply' as const },
  message: message as MessageView,
});

test('who waits to join comes before what was said', () => {
  const items = itemsOf({ space: { participants: [member, applicant], artifacts }, directed: [directed('d-1')], proposals: [] });
  expect(items.map(({ kind, id }) => [kind, id])).toEqual([
    ['request', 'p-1'],
    ['message', 'd-1'],
  ]);
});

test('a proposal whose announcement waits is there once', () => {
  const announced = directed('d-1', { proposalId: 'q-1' });
  const items = itemsOf({
    space: { participants: [], artifacts },
    directed: [announced],
    proposals: [proposal('q-1'), proposal('q-2')],
  });
  expect(items).toMatchObject([
    { kind: 'message', id: 'd-1', isAnnouncement: true },
    { kind: 'proposal', id: 'q-2', artifactName: 'Plan' },
  ]);
});
