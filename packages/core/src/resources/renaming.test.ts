import { expect, test } from 'vitest';
import type { Facts } from '../kernel/facts.ts';
import type { SpaceState } from '../kernel/state.ts';
import type { Decision } from './decisions/entity.ts';
import { newSpace, apply } from './state.ts';
import type { Participant } from './participants/entity.ts';
import type { Proposal } from './proposals/entity.ts';
import type { Task } from './tasks/entity.ts';
import { namingFacts, renamed, renamedIn } from './renaming.ts';

const [ada, ben] = ['ada', 'ben'] as const;

const participantOf = (participantId: string): Participant => ({
  participantId,
  position: participantId === ada ? 1 : 2,
  name: participantId,
  role: 'participant',
  isOwner: false,
  isHuman: true,
  speaker: 'human',
  status: 'active',
  keyHash: participantId.padEnd(64, '0'),
  keyGeneration: 0,
  formerKeyHashes: [],
  revealed: true,
});

const task = (taskId: string, createdBy: string, worker: string): Task =>
  ({
    ...{ taskId, title: 'Read', for: [], createdBy, createdByName: createdBy, createdAt: 1, attempt: 1, revision: 0 },
    worker: { participantId: worker, name: worker, claimedAt: 1 },
  }) satisfies Task;

const decision = (decisionId: string, openedBy: string): Decision => ({
  ...{ decisionId, title: 'Ship?', options: [], rule: 'all', isSecret: false, openedBy, openedByName: openedBy, createdAt: 1 },
  voters: [ada, ben].map((participantId) => ({ participantId, name: participantId, speaker: 'human' })),
});

const proposal = (proposalId: string, authorId: string): Proposal => ({
  ...{ proposalId, artifactId: 'a', authorId, authorName: authorId, baseVersion: 1, via: 'write', revision: 1 },
  ...{ createdAt: 1, deliveryIds: [] },
});

function filled(): SpaceState {
  const space = { name: 'Launch', description: '', spaceId: 's', ownerId: 'o', keyHash: ''.padEnd(64, '1') };
  return apply(newSpace(space as Parameters<typeof newSpace>[0], 0), {
    participants: [participantOf(ada), participantOf(ben)],
    tasks: [task('1', ada, ben), task('2', ben, ada), task('3', ben, ben)],
    decisions: [decision('1', ada), decision('2', ben)],
    proposals: [proposal('1', ada), proposal('2', ben)],
  });
}

test('every copy of a name in the state is replaced, and nothing else', () => {
  const before = filled();
  const changes = renamed(before, ada, 'Deleted person');
  expect(changes.tasks?.map(({ taskId }) => taskId)).toEqual(['1', '2']);
  expect(changes.proposals?.map(({ proposalId }) => proposalId)).toEqual(['1']);
  const { space: _space, ...after } = apply(before, changes);
  const texts = (state: object) =>
    JSON.stringify(Object.values(state).map((each) => (each instanceof Map ? [...each.values()] : each)));
  for (const field of ['name', 'createdByName', 'openedByName', 'authorName'])
    expect(texts(after)).not.toContain(`"${field}":"ada"`);
  for (const field of ['name', 'createdByName', 'openedByName', 'authorName']) expect(texts(after)).toContain(`"${field}":"ben"`);
});

test('a fact keeps the order of its fields, by whose place the store finds messages', () => {
  const body: Facts['message'] = {
    ...{ id: '1', senderId: ada, speaker: 'human', senderName: 'ada (2)', isOwner: false, content: 'ada', type: 'text' },
  };
  const changed = renamedIn({ event: 'message', body }, ada, 'Deleted person');
  expect(JSON.stringify(changed?.body)).toBe(JSON.stringify({ ...body, senderName: 'Deleted person' }));
  expect(renamedIn({ event: 'message', body }, ben, 'Deleted person')).toBeUndefined();
  expect(renamedIn(changed!, ada, 'Deleted person')).toBeUndefined();
});

test('messages and the status of participants contain names', () => {
  expect(namingFacts).toEqual(['participant-status', 'message']);
});
