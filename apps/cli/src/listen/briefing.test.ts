import type { MessageView, ParticipantView } from '@parley/sdk';
import { hostileTexts } from '@parley/testing';
import { expect, test } from 'vitest';
import { briefing, type Scene } from './briefing.ts';

const message = (sequence: number, content: string, more: Partial<MessageView> = {}): MessageView =>
  ({
    id: `m${sequence}`,
    sequence,
    senderId: 'olga',
    senderName: 'Olga',
    speaker: 'owner',
    content,
    type: 'text',
    timestamp: '2026-11-23T14:00:00.000Z',
    ...more,
  }) as MessageView;

const caught = (...given: Parameters<typeof message>) => ({ ...message(...given), addressedToYou: false });

const person = (participantId: string, name: string, more: Partial<ParticipantView> = {}) =>
  ({
    participantId,
    name,
    role: 'reviewer',
    status: 'active',
    speaker: 'guest',
    reach: 'live',
    ...more,
  }) as ParticipantView;

const scene = (more: Partial<Scene> = {}): Scene => ({
  participantId: 'gus',
  space: {
    name: 'Launch',
    description: 'Agree on the note',
    agenda: '1. Tone\n2. Price',
    participants: [person('olga', 'Olga', { speaker: 'owner' }), person('gus', 'Gus'), person('bob', 'Bob', { status: 'left' })],
    artifacts: [{ id: 'a', name: 'Note', version: 3, updatedAt: '', lockedBy: 'olga' }],
  },
  thread: [message(3, 'First question')],
  earlier: [caught(3, 'First question'), caught(4, 'Small talk')],
  ...more,
});

test('the agent learns who and where it is, who is there, what is written, and what was said', () => {
  const text = briefing(message(5, 'And the\nsecond one?'), scene());
  expect(text.split('\n')).toEqual([
    'You are "Gus", role "reviewer", in the space "Launch".',
    'Description: "Agree on the note"',
    String.raw`Agenda: "1. Tone\n2. Price"`,
    '',
    'Participants:',
    '- "Olga", role "reviewer", owner, live',
    '- "Gus", role "reviewer", guest, you',
    '',
    'Artifacts:',
    '- "Note", a, version 3, locked by "Olga"',
    '',
    'The earlier messages that matter most to you, oldest first:',
    '- #4 from "Olga" (owner) at 2026-11-23T14:00:00.000Z: "Small talk"',
    '',
    'The messages that it answers, oldest first:',
    '- #3 from "Olga" (owner) at 2026-11-23T14:00:00.000Z: "First question"',
    '',
    'The message to you, #5 from "Olga" (owner) at 2026-11-23T14:00:00.000Z, is all that follows:',
    'And the',
    'second one?',
  ]);
});

test('a long text of the past is cut, and says so', () => {
  const text = briefing(
    message(5, 'x'),
    scene({ earlier: [{ ...caught(4, 'y'.repeat(900)), truncated: true }], thread: [message(3, 'z'.repeat(5_000))] }),
  );
  expect(text).toContain(`: "${'y'.repeat(900)}" (only the beginning)\n`);
  expect(text).toContain(`: "${'z'.repeat(2_000)}" (3000 more characters)\n`);
});

test('no text of another participant can be mistaken for a part of the briefing', () => {
  const count = (text: string) => text.split('\n').length;
  const plain = count(briefing(message(5, 'x'), scene()));
  for (const evil of hostileTexts) {
    const people = [person('olga', evil, { role: evil }), person('gus', evil), person('bob', evil)];
    const space = { ...scene().space, name: evil, description: evil, agenda: evil, participants: people.slice(0, 2) };
    const said = [message(3, evil, { senderName: evil })];
    const earlier = [3, 4].map((sequence) => caught(sequence, evil, { senderName: evil }));
    const text = briefing(message(5, 'x', { senderName: evil }), scene({ space, thread: said, earlier }));
    expect(count(text)).toBe(plain);
    expect(text.endsWith('\nx')).toBe(true);
  }
});
