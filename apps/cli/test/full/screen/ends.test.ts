import { KeyError, type Space } from '@parley/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watch, type WatchOptions } from '../../../src/watch/watch.ts';
import { ownRoom, said, times } from '../../screen/room.ts';
import { Seat } from '../../screen/seat.ts';

const here = ownRoom();
const patience = { timeout: 60_000, interval: 20 };

/** Follows a space; `lines` and `notes` fill up while it does. */
function watching(space: Space, options: Partial<WatchOptions> = {}) {
  const [lines, notes]: [string[], string[]] = [[], []];
  const untimed = (line: string) => line.replace(/^ *(\d\d:\d\d:\d\d)? /, '');
  const write = (line: string) => lines.push(untimed(line));
  const ended = watch(space, { colours: false, write, note: (line) => notes.push(line), ...options });
  const prints = (line: string) => vi.waitUntil(() => lines.includes(line), patience);
  return { lines, notes, ended, prints };
}

test('a closed space ends the chat with a line that says so', async () => {
  const owner = await here.create();
  const seat = here.sit(await here.parley.join(await owner.invite(), { name: 'Bert' }));
  await seat.isIn(2);
  await owner.close();
  expect(await seat.ended).toBe(0);
  expect(seat.isRestored).toBe(true);
  expect(seat.text).toContain('The owner closed this space.');
});

test.each([
  ['Ctrl-C', 130, (seat: Seat) => seat.type('\x03\x03')],
  ['Ctrl-D', 0, (seat: Seat) => seat.type('\x04')],
  ['/quit', 0, (seat: Seat) => seat.type('/quit\r')],
  ['SIGTERM', 143, (seat: Seat) => seat.signal('SIGTERM')],
])('%s gives the terminal back, with the last lines in it', async (_, exitCode, leave) => {
  const owner = await here.create();
  await owner.send('The last line');
  const seat = here.sit(owner);
  await seat.sees(said('Olga', 'The last line'));
  leave(seat);
  expect(await seat.ended).toBe(exitCode);
  expect(seat.isRestored).toBe(true);
  expect(seat.text).toMatch(/Olga +│ The last line\s*$/);
});

test('Ctrl-C clears the draft, then asks, then quits with 130', async () => {
  const seat = here.sit(await here.create());
  await seat.isIn(1);
  seat.type('half a line');
  await seat.sees('> half a line');
  seat.type('\x03');
  await seat.until(() => seat.rows.at(-1) === '>', 'has an empty line');
  seat.type('\x03');
  await seat.sees('Quit this chat? Press Ctrl-C again to quit. [y/N]');
  seat.type('n\x1b[A');
  await seat.sees('> half a line');
  seat.type('\x03\x03');
  await seat.sees('[y/N]');
  seat.type('y');
  expect(await seat.ended).toBe(130);
});

test('a terminal that goes away ends the chat', async () => {
  const seat = here.sit(await here.create());
  await seat.isIn(1);
  seat.hangUp();
  await seat.until(() => !seat.isRunning, 'ends');
});

test('quitting while a message is being sent says that it may be lost', async () => {
  const seat = here.sit(await here.create());
  await seat.isIn(1);
  await here.server.kill();
  onTestFinished(() => here.restart());
  seat.type('Is anybody there?\r');
  await seat.sees(/sending… +│ Is anybody there\?/);
  seat.type('\x03\x03');
  expect(await seat.ended).toBe(130);
  expect(seat.text).toMatch(/sending… +│ Is anybody there\?\n1 message was not sent/);
});

test('a service that is not there ends the chat with a restored terminal', async () => {
  const owner = await here.create();
  const seat = new Seat('http://127.0.0.1:9', owner);
  expect(await seat.ended).not.toBe(0);
  expect(seat.isRestored).toBe(true);
  expect(seat.text).toContain('could not be reached');
});

test('a restart of the service loses nothing and repeats nothing', async () => {
  const owner = await here.create();
  const bert = await here.parley.join(await owner.invite(), { name: 'Bert' });
  const [one, two] = [here.sit(owner), here.sit(bert)];
  await Promise.all([one.isIn(2), two.isIn(2)]);
  one.type('First\r');
  await two.sees(said('Olga', 'First'));
  await here.server.kill();
  await one.sees('reconnecting…');
  one.type('Written while it was away\r');
  await one.sees('sending…');
  await here.restart();
  await Promise.all([one.sees(said('Olga', 'Written while')), two.sees(said('Olga', 'Written while'))]);
  two.type('Last\r');
  await Promise.all([one.sees(said('Bert', 'Last')), two.sees(said('Bert', 'Last'))]);
  await Promise.all([one, two].map((seat) => seat.until(() => !/reconnecting|sending/.test(seat.text), 'is live again')));
  for (const { text } of [one, two]) {
    expect(['First', 'Written while', 'Last'].map((part) => times(text, part))).toEqual([1, 1, 1]);
  }
});

test('a watch over a restart loses nothing and repeats nothing, and the end says why', async () => {
  const owner = await here.create();
  await owner.send('First');
  const { lines, notes, ended, prints } = watching(owner);
  await prints('Olga: First');
  await here.server.kill();
  await here.restart();
  await owner.send('Second');
  await prints('Olga: Second');
  await owner.close();
  await ended;
  expect(lines).toEqual(['Olga: First', 'Olga: Second', '* The owner closed this space.']);
  expect(notes).toEqual([expect.stringMatching(/^Connection lost/), 'Reconnected.']);
});

test('a watch begins where it is told to, and ends when the signal says so', async () => {
  const owner = await here.create();
  await owner.send('First');
  await owner.send('Second');
  const ending = new AbortController();
  const { lines, ended, prints } = watching(owner, { after: 1, signal: ending.signal });
  await prints('Olga: Second');
  const bert = await here.parley.join(await owner.invite(), { name: 'Bert' });
  await prints('* Bert joined');
  const plan = await bert.artifacts.create({ name: 'Plan' });
  await plan.lock();
  await prints('* Bert locked “Plan”');
  ending.abort();
  await ended;
  expect(lines).toEqual(['Olga: Second', '* Bert joined', '* Bert created “Plan”', '* Bert locked “Plan”']);
});

test('a watch by a participant who is removed gets the error of the SDK', async () => {
  const owner = await here.create();
  const bert = await here.parley.join(await owner.invite(), { name: 'Bert' });
  const { ended, prints } = watching(bert);
  await owner.send('Goodbye');
  await prints('Olga: Goodbye');
  await Promise.all([expect(ended).rejects.toThrow(KeyError), owner.kick(bert.participantId!)]);
});
