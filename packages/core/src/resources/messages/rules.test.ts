import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../kernel/errors.ts';
import { erasedThrough, erasing } from '../erasure.ts';
import { words } from '../words.ts';
import type { MessageFact } from './facts.ts';
import * as message from './rules.ts';

const ada = { participantId: 'ada', isOwner: false };
const bob = { participantId: 'bob', isOwner: false };
const owner = { participantId: 'owner', isOwner: true };
const sent: MessageFact = {
  ...{ id: 'm', senderId: 'ada', speaker: 'guest', senderName: 'Ada', isOwner: false },
  ...{ content: 'hunter2', type: 'html', to: ['bob'], replyTo: 'before', expects: 'reply' },
  attachments: [{ fileId: 'f', name: 'hunter2.txt', bytes: 1, sha256: '', type: '' }],
};
const redacted = { by: 'ada', at: '2026-01-31T12:00:00.000Z' };

const refusalOf = (act: () => unknown): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as ServiceError).code;
  }
};

describe('a message', () => {
  it.each([
    ['its sender', ada, undefined],
    ['the owner', owner, undefined],
    ['somebody else', bob, 'forbidden'],
  ])('can be redacted by %s: %s', (_, who, code) =>
    expect(refusalOf(() => message.assertRedactable(sent, who as never))).toBe(code),
  );

  it.each(['decisionId', 'proposalId', 'taskId', 'artifactId'])('with a %s repeats a text that would stay', (field) => {
    expect(refusalOf(() => message.assertRedactable({ ...sent, [field]: 'x' }, owner as never))).toBe('not_redactable');
    expect(refusalOf(() => message.assertRedactable({ ...sent, [field]: 'x' }, bob as never))).toBe('forbidden');
  });

  it('without its text says who sent it, to whom, and what it replies to, in the order of its fields', () => {
    const after = message.redact(sent, redacted);
    expect(JSON.stringify(after)).not.toContain('hunter2');
    const { attachments: _, ...rest } = sent;
    expect(after).toEqual({ ...rest, content: '', type: 'text', redacted });
    // Indexes and reads of the store find fields by their places.
    expect(JSON.stringify(after)).toMatch(/^\{"id":"m","senderId":"ada","speaker":"guest",.*"content":"","type":"text"/);
  });

  it('that was redacted is erased up to its place, those that expired up to the last', () => {
    expect(erasedThrough(message.redactedAt(7, sent, redacted))).toBe(7);
    expect(erasedThrough(message.expiredThrough(9, 1))).toBe(9);
    expect([...erasing.keys()]).toEqual(expect.arrayContaining(['message-redacted', 'messages-expired']));
  });

  it('and other texts that were erased are a line that says whose they were', () => {
    const said = (event: object) =>
      words['text-redacted']({ sequence: 8, redacted: { by: 'ada', at: '2026-01-31T12:00:00.000Z' }, ...event });
    expect(said({ taskId: 't' })).toEqual([{ participantId: 'ada' }, ' deleted ', 'the texts of a task']);
    expect(said({ decisionId: 'd' })).toContain('the texts of a decision');
    expect(said({ decisionId: 'd', answerOf: 'bob' })).toEqual([
      ...[{ participantId: 'ada' }, ' deleted ', 'the reason of ', { participantId: 'bob' }],
    ]);
    expect(said({ taskId: 't', redacted: { at: '2026-01-31T12:00:00.000Z' } })![0]).toBe('This server');
  });

  it('that was redacted is a line that says by whom and why', () => {
    const said = { sequence: 8, messageId: 'm', messageSequence: 7, redacted: { ...redacted, reason: 'A password' } };
    expect(words['message-redacted'](said)).toEqual([
      { participantId: 'ada' },
      ' deleted ',
      'message 7',
      ': ',
      { text: 'A password' },
    ]);
    expect(words['messages-expired']({ sequence: 8, through: 7, expiredAt: redacted.at })).toEqual([
      'The messages up to 7 have expired.',
    ]);
  });
});
