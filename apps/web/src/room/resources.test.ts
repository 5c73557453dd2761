import type { MessageView } from '@parley/sdk';
import { expect, test } from 'vitest';
import { aboutOf, offersFor, resources } from './resources.ts';

const about = (ids: Partial<MessageView>) => aboutOf(ids as MessageView);
const panelsAt = (hash: string) => resources.flatMap(({ panel }) => (panel?.includes(hash) ? [panel.label] : []));

test.each([
  ['#artifacts', 'Artifact'],
  ['#artifact-a', 'Artifact'],
  ['#artifact-a/changes/1..2', 'Artifact'],
  ['#tasks', 'Tasks'],
  ['#task-t', 'Tasks'],
  ['#decisions', 'Decisions'],
  ['#decision-d', 'Decisions'],
])('%s opens one panel', (hash, label) => {
  expect(panelsAt(hash)).toEqual([label]);
});

test.each(['', '#m48', '#artifact-', '#artifact-a/unknown'])('%j opens none', (hash) => {
  expect(panelsAt(hash)).toEqual([]);
});

test('what a message is about opens beside the conversation', () => {
  const [proposal, task] = [about({ artifactId: 'a', proposalId: 'p' }), about({ taskId: 't', artifactId: 'a' })];
  expect(proposal).toEqual({ label: 'Review the proposal', hash: '#artifact-a/proposal/p', isDecision: true });
  expect(task).toEqual({ label: 'Show the task', hash: '#task-t', isDecision: false });
  expect([proposal, task].map((each) => panelsAt(each!.hash))).toEqual([['Artifact'], ['Tasks']]);
  expect(about({})).toBeUndefined();
});

test('what is offered for a version opens beside the conversation', () => {
  const offers = offersFor('a', 7);
  expect(offers).toEqual([{ label: 'Ask for a decision', hash: '#decisions/ask/a/7' }]);
  expect(offers.map(({ hash }) => panelsAt(hash))).toEqual([['Decisions']]);
});
