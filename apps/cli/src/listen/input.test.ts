import { readEnvelope, type CatchUp, type Delivery, type MessageView, type Space } from '@parley/sdk';
import { expect, test } from 'vitest';
import { inputOf } from './input.ts';

const said = (sequence: number, content: string, addressedToYou = false) =>
  ({
    ...{ id: `m${sequence}`, sequence, content, addressedToYou },
    senderId: 'olga',
    senderName: 'Olga',
    speaker: 'agent',
  }) as CatchUp['messages'][number];

/** What the command reads of the fifth message, and what was asked for it. */
async function read(history: number, after = 0): Promise<{ content: string; asked: unknown[] }> {
  const asked: unknown[] = [];
  const space = {
    spaceId: 's',
    get: async () => ({ name: 'Launch', participants: [], artifacts: [] }),
    catchUp: async (options: object) => {
      asked.push(options);
      return { messages: [said(2, 'To you', true), said(3, 'Small'), said(4, 'Talk'), said(6, 'Later', true)] };
    },
  } as unknown as Space;
  const message = { ...said(5, 'And now?'), type: 'text', timestamp: '2026-11-25T00:00:00.000Z' } as unknown as MessageView;
  const delivery = { message, space, view: { participantId: 'gus' }, thread: async () => [] } as unknown as Delivery;
  const { content } = readEnvelope(await inputOf(delivery, { history, after }, new AbortController().signal));
  return { content, asked };
}

test('of what was said before, a command gets what matters most, from one catch-up that grows with --history', async () => {
  const { content, asked } = await read(2, 1);
  expect(content.match(/^- .*: "(?:To you|Small|Talk|Later)"$/gm)!.map((line) => line.split(': ').at(-1))).toEqual([
    '"To you"',
    '"Talk"',
  ]);
  expect(asked).toEqual([expect.objectContaining({ after: 1, budget: 400 })]);
});

test('without earlier messages nothing is asked', async () => {
  const { content, asked } = await read(0);
  expect(content).not.toContain('To you');
  expect(asked).toEqual([]);
});
