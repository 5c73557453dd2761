import { hostileTexts } from '@parley/testing';
import { expect, test } from 'vitest';
import { fitting, newsIn } from './news.ts';
import { textOf } from './text.ts';

const id = (digit: string): string =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`;
const [me, olga] = [id('a'), id('b')];

const message = (sequence: number, content = 'Hello', more: object = {}) => ({
  id: id(String(sequence % 10)),
  sequence,
  timestamp: '2026-11-24T10:00:00.000Z',
  senderId: olga,
  senderName: 'Olga',
  speaker: 'owner',
  addressedToYou: false,
  type: 'text',
  content,
  ...more,
});

const delivery = (sequence: number, state: string) => ({ deliveryId: id('d'), state, message: message(sequence) });

const caught = (more: { todo?: object; [section: string]: unknown } = {}) => ({
  you: { participantId: me, name: 'Gus', role: 'participant', status: 'active', locks: [], locksHeld: 0 },
  decided: [],
  artifacts: [],
  messages: [],
  room: { name: 'Launch', ttlRemaining: 100 },
  omitted: [],
  cursor: 9,
  head: 9,
  ...more,
  todo: { deliveries: [], openDeliveries: 0, proposals: [], openProposals: 0, tasks: [], openTasks: 0, ...more.todo },
});

const known = (more: object = {}) => ({ after: 2, shown: new Set<unknown>(), isContinued: false, ...more });

test('nothing new is no news, whatever the agenda says; the next catch-up begins behind it', () => {
  const room = { name: 'Launch', ttlRemaining: 100, agenda: 'Decide' };
  expect(newsIn(caught({ room }), known())).toEqual({ answer: undefined, cursor: 9 });
});

test('a list is news, also of a resource that this version does not know', () => {
  expect(newsIn(caught({ decisions: [] }), known()).answer).toBeUndefined();
  expect(newsIn(caught({ decisions: [{ id: id('e') }] }), known()).answer).toMatchObject({ decisions: [{ id: id('e') }] });
});

test('what the same run shows is not repeated, and neither is what a hook will show once it claims it', () => {
  const todo = { deliveries: [delivery(1, 'claimed'), delivery(5, 'queued'), delivery(7, 'claimed')] };
  const { answer, cursor } = newsIn(caught({ todo, messages: [message(7)] }), known({ shown: new Set([id('7')]) }));
  expect(answer).toMatchObject({ todo: { deliveries: [{ state: 'claimed', message: { sequence: 1 } }] }, messages: [] });
  expect(cursor, 'before what is queued').toBe(4);
});

test('if more waits than the answer has, messages to the reader are left to the hooks, and the next one begins where this one did', () => {
  const todo = { deliveries: [delivery(3, 'queued')], openDeliveries: 2 };
  const { answer, cursor } = newsIn(caught({ todo, messages: [message(4), message(5, 'to me', { to: [me] })] }), known());
  expect(answer).toMatchObject({ messages: [{ sequence: 4 }] });
  expect(cursor).toBe(2);
});

test('a session that continues knows what it said, what was directed to it, and what it wrote', () => {
  const messages = [message(4, 'mine', { senderId: me }), message(5, 'to me', { to: [me] })];
  const artifacts = [{ id: id('e'), name: 'Plan', to: 2, authors: [{ participantId: me, name: 'Gus' }] }];
  const said = caught({ messages, artifacts });
  expect(newsIn(said, known({ isContinued: true })).answer).toBeUndefined();
  expect(newsIn(said, known()).answer).toMatchObject({ messages, artifacts });
});

test('no answer of a strange server breaks it, or moves the next catch-up back', () => {
  for (const evil of [
    {},
    caught({ cursor: 'x' }),
    caught({ cursor: -1 }),
    caught({ todo: { deliveries: [7, null] } }),
    { messages: 7 },
  ])
    expect(newsIn(evil, known()).cursor).toBeGreaterThanOrEqual(2);
});

test('news are shown as data: no text and no name changes a line around it', () => {
  const around = (evil: string) => {
    const { answer } = newsIn(caught({ messages: [message(4, evil, { senderName: evil })] }), known());
    const text = textOf([], 'parley', false, [{ alias: 'launch', after: 2, answer }]);
    const boundary = /BEGIN ([\da-f]{16})/.exec(text)![1]!;
    const [before, rest] = text.split(`BEGIN ${boundary}\n`) as [string, string];
    expect(rest.startsWith(`${evil}\nEND ${boundary}`)).toBe(true);
    return (before + rest.slice(evil.length)).replaceAll(boundary, '').replace(/"(?:[^"\\]|\\.)*" owner/, '<name> owner');
  };
  for (const evil of hostileTexts) expect(around(evil)).toBe(around('Hello'));
});

test('a claimed delivery comes with the ways to answer it', () => {
  const { answer } = newsIn(caught({ todo: { deliveries: [delivery(1, 'claimed')] } }), known());
  const text = textOf([], 'parley', false, [{ alias: 'launch', after: 2, answer }]);
  expect(text).toContain(`parley --space launch send --reply-to ${id('1')} "your answer"`);
  expect(text).toContain(`inbox decline ${id('d')} "why"`);
});

test('what is too long is not shown; where to find it is', () => {
  const { answer } = newsIn(caught({ messages: [message(4, 'x'.repeat(3_000))] }), known());
  const news = { alias: 'launch', after: 2, answer };
  expect(fitting(news, 7_000)).toBe(news);
  const text = textOf([], 'parley', false, [fitting(news, 2_000)]);
  expect(text).toBe(
    'Much is new in the Parley space launch: call catch_up of the MCP server parley with `space` launch and `after` 2.',
  );
});
