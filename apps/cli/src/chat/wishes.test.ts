import type { Space } from '@parley/sdk';
import { expect, test } from 'vitest';
import { textIn } from './editor.ts';
import { HeldLocks } from './artifacts/held-locks.ts';
import { lines, meeting, person } from './meeting.fixture.ts';
import { understood } from './order.ts';
import { Outbox } from './outbox.ts';
import { press } from './press.ts';
import { Settling } from './deliveries/settling.ts';
import { Stage } from './stage.ts';
import type { Terminal } from './terminal.ts';
import { fulfil, type World } from './wishes.ts';

/** A chat without a terminal, in a space that takes messages as `send` does. */
function chatting(send: (text: string, options: { idempotencyKey: string; to?: string[] }) => Promise<unknown>, me = 'Olga') {
  const ending = new AbortController();
  const gone = ending.signal;
  const asked: string[] = [];
  const asking = (name: string) => async () => void asked.push(name);
  const space = { send, leave: asking('leave') } as unknown as Space;
  const stage = new Stage(meeting(me, [person('Ann')]), { draw: () => {} } as unknown as Terminal, false);
  const hands = { edit: asking('edit'), interrupt: () => {}, suspend: () => {}, redraw: () => {} };
  const end = () => ending.abort();
  const world: World = {
    space,
    locks: new HeldLocks(space),
    settling: new Settling(space),
    stage,
    outbox: new Outbox(space, gone),
    gone,
    end,
    ...hands,
  };
  const says = (line: string) => fulfil({ do: 'run', order: understood(stage.model, line) }, world);
  const states = () => stage.model.pending.map(({ text, state }) => `${text}: ${state}`);
  return { world, stage, gone, asked, says, states };
}

const refuse = () => Promise.reject(new Error('You are muted'));

test('a refused message stays visible with the reason, and does not touch the draft', async () => {
  const { world, stage, states } = chatting(refuse);
  stage.change((model) => press(model, { name: 'text', text: 'next' }).model);
  await fulfil({ do: 'send', text: 'first' }, world);
  expect(states()).toEqual(['first: failed']);
  expect(stage.model.pending[0]).toMatchObject({ reason: 'You are muted' });
  expect(textIn(stage.model.editor)).toBe('next');
});

test('/retry sends failed messages again, in order and under the same keys', async () => {
  let isDown = true;
  const came: [string, string][] = [];
  const { world, says, states } = chatting(async (text, { idempotencyKey }) => {
    came.push([text, idempotencyKey]);
    if (isDown) throw new Error('away');
    return { messageId: `id-of-${text}` };
  });
  await Promise.all([fulfil({ do: 'send', text: 'one' }, world), fulfil({ do: 'send', text: 'two' }, world)]);
  expect(states()).toEqual(['one: failed', 'two: failed']);
  isDown = false;
  await says('/retry');
  expect(states()).toEqual(['one: sent', 'two: sent']);
  expect(came.slice(2)).toEqual(came.slice(0, 2));
  expect(came[0]![1]).not.toBe(came[1]![1]);
});

test('a directed message that failed is sent again to the same addressee', async () => {
  let isDown = true;
  const came: unknown[] = [];
  const { says, states } = chatting(async (text, { to }) => {
    came.push([text, to]);
    if (isDown) throw new Error('away');
    return { messageId: 'm' };
  });
  await says('/to Ann Hello');
  isDown = false;
  await says('/retry');
  expect(states()).toEqual(['Hello: sent']);
  expect(came).toEqual([
    ['Hello', ['id-of-Ann']],
    ['Hello', ['id-of-Ann']],
  ]);
});

test('/retry with nothing to send says so', async () => {
  const { stage, says } = chatting(refuse);
  await says('/retry');
  expect(lines(stage.model)).toEqual(['There is nothing to resend.']);
});

test('/discard removes what failed', async () => {
  const { world, says, states } = chatting(refuse);
  await fulfil({ do: 'send', text: 'one' }, world);
  await says('/discard');
  expect(states()).toEqual([]);
});

test('quitting waits for messages that are being sent', async () => {
  let arrive = (_: unknown) => {};
  const { world, gone } = chatting(() => new Promise((resolve) => (arrive = resolve)));
  const sent = fulfil({ do: 'send', text: 'Bye' }, world);
  const quit = fulfil({ do: 'quit' }, world);
  await Promise.resolve();
  expect(gone.aborted).toBe(false);
  arrive({ messageId: 'm' });
  await Promise.all([sent, quit]);
  expect(gone.aborted).toBe(true);
});

test('quitting asks before it gives up a failed message', async () => {
  const { world, stage, gone } = chatting(refuse);
  const sent = fulfil({ do: 'send', text: 'Bye' }, world);
  await Promise.all([sent, fulfil({ do: 'quit' }, world)]);
  expect(gone.aborted).toBe(false);
  const { wish } = press(stage.model, { name: 'text', text: 'y' });
  await fulfil(wish!, world);
  expect(gone.aborted).toBe(true);
});

test('/leave ends the chat and reports that the user left', async () => {
  const { stage, gone, asked, says } = chatting(refuse, 'Ann');
  await says('/leave');
  expect([asked, gone.aborted, stage.model.hasLeft, stage.model.isOut]).toEqual([['leave'], true, true, undefined]);
});
