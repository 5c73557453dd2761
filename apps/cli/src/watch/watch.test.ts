import {
  KeyError,
  NetworkError,
  type DeliveryOutcome,
  type DeliveryState,
  type EventsOptions,
  type Space,
  type SpaceEvent,
} from '@parley/sdk';
import { expect, test } from 'vitest';
import { became, event, happened, message, person, said } from '../chat/meeting.fixture.ts';
import { colourOf } from './paint.ts';
import { watch, type WatchOptions } from './watch.ts';

const ready = (sequence: number) => event('ready', { spaceId: 's', participantId: 'id-of-Ann', sequence, serverTime: '' });
const closed = event('space-closed', { sequence: 9, spaceId: 's', reason: 'closed', closedAt: '2026-01-31T12:00:00.000Z' });

type Told = SpaceEvent | Error | ((listener: EventsOptions) => void);

/** The output for a space with these events, with fixed times and days. */
async function printed(events: Told[], options: Partial<WatchOptions> = {}) {
  const [lines, notes]: [string[], string[]] = [[], []];
  const space = {
    get: async () => ({ participants: [person('Olga', 'active', true), person('Ann')] }),
    async *events(listener: EventsOptions) {
      for (const event of events) {
        if (event instanceof Error) throw event;
        if (typeof event === 'function') event(listener);
        else yield event;
      }
    },
  } as unknown as Space;
  const untimed = (line: string) => line.replace(/(\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d/, 'TIME').trim();
  await watch(space, {
    colours: false,
    write: (line) => lines.push(untimed(line)),
    note: (line) => notes.push(line),
    ...options,
  });
  return { lines, notes };
}

test('each event is one line with its actor', async () => {
  const { lines } = await printed([
    ready(0),
    said('Ann', 'Hello\nthere'),
    became('Bert', 'active'),
    became('Bert', 'muted', 'active'),
    became('Bert', 'active', 'muted'),
    happened('created', 'Plan', 'Ann'),
    happened('locked', 'Plan', 'Bert', 'Bert'),
    happened('updated', 'Plan', 'Bert'),
    happened('lock-expired', 'Plan', 'Olga'),
    became('Bert', 'kicked', 'active'),
    closed,
  ]);
  expect(lines).toEqual([
    'TIME Ann: Hello ⏎ there',
    'TIME * Bert joined',
    'TIME * Bert was muted',
    'TIME * Bert was unmuted',
    'TIME * Ann created “Plan”',
    'TIME * Bert locked “Plan”',
    'TIME * Bert changed “Plan” (version 1)',
    'TIME * The lock on “Plan” expired',
    'TIME * Bert was removed',
    'TIME * The owner closed this space.',
  ]);
});

test('a directed message names whom it is meant for, and outcomes other than replies are printed', async () => {
  const directed = { ...message('Ann', 'Ready?'), to: ['id-of-Bert'], expects: 'reply' as const };
  const ids = { deliveryId: 'd', messageId: 'message-1', senderId: 'id-of-Ann', participantId: 'id-of-Bert', attempt: 1 };
  const delivery = (sequence: number, state: DeliveryState, outcome?: DeliveryOutcome, note?: string) =>
    event('delivery', { sequence, ...ids, state, ...(outcome && { outcome }), ...(note && { note }) });
  const { lines } = await printed([
    ready(0),
    became('Ann', 'active'),
    became('Bert', 'active'),
    event('message', directed),
    delivery(2, 'queued'),
    delivery(3, 'claimed'),
    delivery(4, 'done', 'replied'),
    delivery(5, 'done', 'declined', 'Not\nnow'),
    delivery(6, 'done', 'failed'),
    delivery(7, 'done', 'withdrawn'),
    closed,
  ]);
  expect(lines.slice(2, -1)).toEqual([
    'TIME Ann → Bert: Ready?',
    'TIME * Bert declined a message from Ann: Not ⏎ now',
    'TIME * A message from Ann to Bert failed after five attempts',
    'TIME * Ann withdrew a message to Bert',
  ]);
});

test('names are coloured if colours are wanted', async () => {
  const { lines } = await printed([ready(0), said('Ann', 'Hello'), closed], { colours: true });
  expect(lines[0]).toContain(`\x1b[1;38;5;${colourOf('id-of-Ann')}mAnn\x1b[0m: Hello`);
});

test('a past event without a time is printed without one', async () => {
  const { lines } = await printed([ready(5), became('Bert', 'active'), closed]);
  expect(lines[0]).toBe('* Bert joined');
});

test('a lost connection and a new one are notes, not lines', async () => {
  const lost = ({ onDisconnect }: EventsOptions) => onDisconnect!(new NetworkError('No way through'), 250);
  const back = ({ onConnect }: EventsOptions) => onConnect!();
  const { lines, notes } = await printed([back, ready(0), lost, lost, back, ready(1), closed]);
  expect(notes).toEqual(['Connection lost (No way through); reconnecting.', 'Reconnected.']);
  expect(lines).toHaveLength(1);
});

test('a note says that the space ended, if no event did', async () => {
  expect(await printed([ready(0)])).toEqual({ lines: [], notes: ['The space has ended.'] });
});

test('errors of the SDK pass through', async () => {
  await expect(printed([ready(0), new KeyError('Revoked', { code: 'key_revoked' })])).rejects.toThrow(KeyError);
});

test('the signal ends it without a note', async () => {
  const signal = AbortSignal.abort();
  expect(await printed([new Error('aborted')], { signal })).toEqual({ lines: [], notes: [] });
});

test('names and texts of others cannot control the terminal', async () => {
  const evil = { ...message('Ann', '\x1b[2J'), senderName: '\x1b[31mAnn' };
  const { lines } = await printed([ready(0), event('message', evil), closed]);
  expect(lines[0]).toBe('TIME ␛[31mAnn: ␛[2J');
});

test('an image is shown as its URL or its size', async () => {
  const image = (content: string) => event('message', { ...message('Ann', content), type: 'image' });
  const { lines } = await printed([
    ready(0),
    image('https://example.org/a.png'),
    image(`data:image/png;base64,${'A'.repeat(3000)}`),
    closed,
  ]);
  expect(lines[0]).toContain('[image] https://example.org/a.png');
  expect(lines[1]).toContain('[image, 3 KiB]');
});

test('what happened on another day has its date and its time', async () => {
  const lines: string[] = [];
  const then = event('message', message('Ann', 'Then', 1, '2020-01-31T12:00:05.000Z'));
  await printed([then], { write: (line) => lines.push(line) });
  expect(lines[0]).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:05 Ann: Then$/);
});
