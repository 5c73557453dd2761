import type { CatchUp } from '@parley/sdk';
import { expect, test } from 'vitest';
import { caughtUp } from './caught-up.ts';

const message = (sequence: number, content: string): CatchUp['messages'][number] => ({
  ...{ id: '5b1d4a1e-7a57-4c8f-9d7f-00000000000a', sequence, senderId: '5b1d4a1e-7a57-4c8f-9d7f-00000000000b' },
  ...{ senderName: 'Olga', speaker: 'owner', type: 'text', timestamp: '2020-01-31T12:00:00.000Z', addressedToYou: true, content },
});

const answer = (more: Partial<CatchUp> = {}): CatchUp => ({
  you: { participantId: 'p', name: 'Gus', role: '', status: 'active', locks: [], locksHeld: 0 },
  todo: {
    deliveries: [],
    openDeliveries: 0,
    proposals: [],
    openProposals: 0,
    tasks: [],
    openTasks: 0,
    decisions: [],
    openDecisions: 0,
  },
  ...{ decided: [], artifacts: [], messages: [], omitted: [], cursor: 9, head: 9 },
  room: { name: 'Launch', ttlRemaining: 7_200 },
  ...more,
});

test('a person reads names and sentences: no ids, and no boundaries', () => {
  const ids = { proposalId: 'p1', artifactId: 'a1', authorId: 'b' };
  const text = caughtUp(
    answer({
      todo: {
        ...answer().todo,
        deliveries: [{ deliveryId: 'd', state: 'queued', message: message(7, 'Ready?') }],
        proposals: [{ ...ids, artifactName: 'Plan', authorName: 'Mia', baseVersion: 1 }],
        tasks: [{ taskId: 't', title: 'Check', state: 'open', createdBy: 'b' }],
      },
      decided: [{ sequence: 4, ...ids, artifactName: 'Note', state: 'accepted', actorId: 'b', version: 3 }],
      artifacts: [
        { id: 'a', name: 'Plan', from: 1, to: 3, authors: [{ participantId: 'b', name: 'Mia' }], added: 2, removed: 1 },
      ],
      messages: [{ ...message(8, 'one\ntwo'), truncated: true }],
      room: { name: 'Launch', ttlRemaining: 7_200, joined: [{ participantId: 'b', name: 'Mia' }] },
      omitted: [{ from: 1, to: 3, messages: 12, reason: 'messages', call: 'listMessages' }],
    }),
  );
  expect(text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME').split('\n')).toEqual([
    ...['Launch, 2 h left', '', 'Waits for you', '#7 TIME Olga', 'Ready?', 'Mia proposes a change of Plan', 'Task Check: open'],
    ...['', 'Decided', 'A change of Note was accepted: version 3'],
    ...['', 'Changed', 'Plan: version 1 to 3, +2 −1 lines, by Mia', '', 'People', 'joined: Mia'],
    ...['', 'Messages', '#8 TIME Olga', 'one', 'two…', '', 'Not shown: 12 messages', '', 'Next time: parley catchup --after 9'],
  ]);
});

test('no name controls the terminal or adds a line', () => {
  const name = 'x\n\u001b[2J';
  const plain = caughtUp(answer()).split('\n').length;
  expect(caughtUp(answer({ room: { name, ttlRemaining: 60 } })).split('\n')).toHaveLength(plain);
  expect(caughtUp(answer({ artifacts: [{ id: 'a', name, to: 1, authors: [{ participantId: 'b', name }] }] }))).not.toContain(
    '\u001b[2J',
  );
});
