import { expect, test } from 'vitest';
import type { Entry } from '../entry.ts';
import { tellsOfReply } from './receipts.ts';

const shown = (id: string, to?: object[]) => ({ kind: 'message', id, ...(to && { to }) }) as unknown as Entry;
const model = { me: 'olga', entries: [shown('reply'), shown('meant', [{ id: 'olga', name: 'you', isMe: true }])] };
const told = { messageId: 'reply', participantId: 'olga', state: 'queued', expects: 'nothing' } as const;

test('the user has read a reply that the conversation shows, and nothing else', () => {
  expect(tellsOfReply(model, told)).toBe(true);
  for (const other of [
    { participantId: 'gus' },
    { messageId: 'meant' },
    { messageId: 'unknown' },
    { state: 'done' },
    { expects: 'reply' },
  ] as const)
    expect(tellsOfReply(model, { ...told, ...other }), JSON.stringify(other)).toBe(false);
});
