import type { Space } from '@parley/sdk';
import { expect, test } from 'vitest';
import { textIn } from './editor.ts';
import { HeldLocks } from './held-locks.ts';
import { lines, meeting } from './meeting.fixture.ts';
import { Outbox } from './outbox.ts';
import { Stage } from './stage.ts';
import type { Terminal } from './terminal.ts';
import { fulfil } from './wishes.ts';

/** A chat without a terminal, in a space that takes messages as `send` does. */
function chatting(send: () => Promise<void>) {
  const ending = new AbortController();
  const gone = ending.signal;
  const space = { send } as unknown as Space;
  const stage = new Stage(meeting(), { draw: () => {} } as unknown as Terminal, false);
  const locks = new HeldLocks(space);
  const world = { space, locks, stage, outbox: new Outbox(space, gone), gone, end: () => ending.abort(), redraw: () => {} };
  return { world, stage, gone };
}

const refuse = () => Promise.reject(new Error('You are muted'));

test('a message that was refused is back in the line, with the reason above', async () => {
  const { world, stage } = chatting(refuse);
  await fulfil({ do: 'send', text: '/etc is a folder' }, world);
  expect(lines(stage.model)).toEqual(['Not sent: You are muted']);
  expect(textIn(stage.model.editor)).toBe('//etc is a folder');
  expect(stage.model.unsent).toBe(0);
});

test('quitting waits for what is on its way', async () => {
  let arrive = () => {};
  const { world, gone } = chatting(() => new Promise((resolve) => (arrive = resolve)));
  const sent = fulfil({ do: 'send', text: 'Bye' }, world);
  const quit = fulfil({ do: 'quit' }, world);
  await Promise.resolve();
  expect(gone.aborted).toBe(false);
  arrive();
  await Promise.all([sent, quit]);
  expect(gone.aborted).toBe(true);
});

test('what could not be sent keeps its author from quitting once, not for ever', async () => {
  const { world, gone } = chatting(refuse);
  const sent = fulfil({ do: 'send', text: 'Bye' }, world);
  await Promise.all([sent, fulfil({ do: 'quit' }, world)]);
  expect(gone.aborted).toBe(false);
  await fulfil({ do: 'quit' }, world);
  expect(gone.aborted).toBe(true);
});

test('a break ends at once, and says that something was on its way', async () => {
  const { world, stage, gone } = chatting(async () => gone.throwIfAborted());
  const sent = fulfil({ do: 'send', text: 'Bye' }, world);
  await fulfil({ do: 'break' }, world);
  await sent;
  expect(gone.aborted).toBe(true);
  expect(stage.model.unsent).toBe(1);
});

test('a command that fails says why', async () => {
  const { world, stage } = chatting(refuse);
  await fulfil({ do: 'obey', text: '/frobnicate' }, world);
  expect(lines(stage.model)).toEqual(['There is no command /frobnicate; /help shows those there are.']);
});
