import type { MessageView, ParticipantView } from '@parley/sdk';
import { expect, test } from 'vitest';
import { isHeld, itemsOf } from './items.ts';

const applicant = { participantId: 'p-1', status: 'waitingForApproval' } as ParticipantView;
const member = { participantId: 'p-2', status: 'active' } as ParticipantView;
const proposal = (id: string) => ({
  id,
  title: 'A change',
  hash: '#a',
  isAnnouncedBy: ({ proposalId }: { proposalId?: string | undefined }) => proposalId === id,
  show: () => null as never,
});
const directed = (deliveryId: string, message: Partial<MessageView> = {}) => ({
  delivery: { deliveryId, expects: 'reply' as const, state: 'queued' as const },
  message: message as MessageView,
});

test('who waits to join comes before what was said', () => {
  const items = itemsOf({ space: { participants: [member, applicant] }, directed: [directed('d-1')], others: [] });
  expect(items.map(({ kind, id }) => [kind, id])).toEqual([
    ['request', 'p-1'],
    ['message', 'd-1'],
  ]);
});

test('an applicant whose name looks like another one says whose', () => {
  const owner = { participantId: 'p-3', name: 'Olga', displayName: 'Olga', status: 'active' } as ParticipantView;
  const items = itemsOf({ space: { participants: [owner, { ...applicant, resembles: 'p-3' }] }, directed: [], others: [] });
  expect(items).toMatchObject([{ kind: 'request', resembled: 'Olga' }]);
});

test('a proposal whose announcement waits is there once', () => {
  const announced = directed('d-1', { proposalId: 'q-1' });
  const items = itemsOf({
    space: { participants: [] },
    directed: [announced],
    others: [proposal('q-1'), proposal('q-2')],
  });
  expect(items).toMatchObject([
    { kind: 'message', id: 'd-1' },
    { kind: 'other', id: 'q-2' },
  ]);
});

test('what is held is not what waits', () => {
  const held = { ...directed('d-2'), delivery: { deliveryId: 'd-2', expects: 'reply' as const, state: 'held' as const } };
  const items = itemsOf({ space: { participants: [] }, directed: [directed('d-1'), held], others: [] });
  expect(items.map(isHeld)).toEqual([false, true]);
});
