import type { DecisionView, MessageView, SpaceEvent } from '@parley/sdk';
import { expect, test, vi } from 'vitest';
import { blank, type Model } from '../model.ts';
import type { Seat } from '../resource.ts';
import { told } from '../told.ts';
import { reading } from './reader.ts';

const size = { columns: 80, rows: 24 };

const decision = (more: Partial<DecisionView> = {}): DecisionView =>
  ({
    decisionId: 'd1',
    title: 'Send it?',
    options: [{ id: 'approve', label: 'Approve\u001b[2J' }],
    voters: [{ participantId: 'me', name: 'Olga', speaker: 'owner', answered: false }],
    rule: 'first',
    state: 'open',
    tally: [{ option: 'approve', count: 0 }],
    ...more,
  }) as DecisionView;

const asking = {
  type: 'message',
  id: 7,
  data: {
    id: 'm1',
    sequence: 7,
    senderId: 'bert',
    senderName: 'Bert',
    type: 'text',
    content: 'I ask',
    timestamp: '2026-11-28T12:00:00.000Z',
    to: ['me'],
    expects: 'answer',
    decisionId: 'd1',
  } as MessageView,
} as SpaceEvent;

const news = { type: 'decision', id: 8, data: { decisionId: 'd1' } } as SpaceEvent;

/** A chat that hears events, and the service with these decisions one after the other. */
function chatting(...answers: (() => Promise<DecisionView>)[]) {
  let model: Model = blank(size, 'me');
  const call = vi.fn<() => Promise<DecisionView>>(async () => answers.shift()!());
  const seat = {
    space: { call } as unknown as Seat['space'],
    signal: new AbortController().signal,
    change: (change: (before: Model) => Model) => void (model = change(model)),
  };
  const hear = reading(seat);
  const tell = (event: SpaceEvent) => {
    model = told(model, event);
    hear(event);
  };
  const rows = () =>
    model.entries.flatMap((entry) => (entry.kind === 'message' ? (entry.card?.rows ?? []) : [])).map(({ text }) => text);
  return { tell, rows, call };
}

test('the card below the message shows the decision as it was read last, and nothing that controls the terminal', async () => {
  const ended = decision({ state: 'decided', outcome: 'approve', tally: [{ option: 'approve', count: 1 }] });
  const { tell, rows } = chatting(
    async () => decision(),
    async () => ended,
  );
  tell(asking);
  await vi.waitFor(() => expect(rows().at(-1)).toBe('/answer #7 and the number'));
  expect(rows().join()).not.toContain('\u001b');
  tell(news);
  await vi.waitFor(() => expect(rows().at(-1)).toMatch(/^Decided: Approve/));
});

test('what happens while a decision is read is read once more, after it', async () => {
  let answer: (view: DecisionView) => void = () => {};
  const first = new Promise<DecisionView>((resolve) => (answer = resolve));
  const { tell, rows, call } = chatting(
    () => first,
    async () => decision({ state: 'lapsed' }),
  );
  tell(asking);
  tell(news);
  tell(news);
  expect(call).toHaveBeenCalledTimes(1);
  answer(decision());
  await vi.waitFor(() => expect(rows().at(-1)).toBe('Lapsed'));
  expect(call).toHaveBeenCalledTimes(2);
});

test('a decision that cannot be read, or whose message is not shown, changes nothing', async () => {
  const { tell, rows, call } = chatting(
    async () => Promise.reject(new Error('No such decision')),
    async () => decision(),
  );
  tell({ ...news, data: { decisionId: 'other' } } as SpaceEvent);
  expect(call).not.toHaveBeenCalled();
  tell(asking);
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  expect(rows()).toEqual([]);
  tell(news);
  await vi.waitFor(() => expect(rows()).not.toEqual([]));
});
