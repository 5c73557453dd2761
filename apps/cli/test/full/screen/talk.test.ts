import { KeyError } from '@parley/sdk';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { machines } from '../../machine.ts';
import { room, said, times } from '../../screen/room.ts';
import type { Seat } from '../../screen/seat.ts';

const here = room();

test('two people and an agent talk, and see the same conversation', async () => {
  const owner = await here.create();
  const invitation = await owner.invite();
  const bert = await here.parley.join(invitation, { name: 'Bert' });
  const agent = await here.parley.join(invitation, { name: 'Planner' });
  await owner.send('Before anybody looked');
  const [one, two] = [here.sit(owner), here.sit(bert)];
  await Promise.all([one.sees('Before anybody looked'), two.isIn(3)]);
  one.type('Hello Bert 👋\r');
  await two.sees(said('Olga', 'Hello Bert'));
  two.type('Hello 日本 Olga\r');
  await one.sees(said('Bert', 'Hello 日本 Olga'));
  await agent.send('I have a plan\nin two lines');
  await Promise.all([one.sees('in two lines'), two.sees('in two lines')]);
  const talk = (seat: Seat) => seat.rows.filter((row) => /Before|Hello|plan|lines/.test(row));
  expect(talk(one)).toEqual(talk(two));
  expect(talk(one).map((row) => row.replace(/^\d\d:\d\d/, '').trim())).toEqual([
    'Olga          │ Before anybody looked',
    expect.stringContaining('Olga          │ Hello Bert'),
    'Bert          │ Hello 日本 Olga',
    'Planner       │ I have a plan',
    '│ in two lines',
  ]);
  one.type('/quit\r');
  expect(await one.ended).toBe(0);
  expect(one.isRestored).toBe(true);
});

test('the owner lets a waiting joiner in by their number', async () => {
  const owner = await here.create('private');
  const invitation = await owner.invite();
  const seat = here.sit(owner);
  await seat.isIn(1);
  const joining = here.parley.join(invitation, { name: 'Dora', pollMs: 100 });
  await seat.sees('Dora asks to join: /approve Dora or /kick Dora');
  await seat.sees('waiting: Dora, /approve Dora');
  seat.type('/app\t2\r');
  const dora = await joining;
  await seat.sees('Dora joined');
  await seat.isIn(2);
  const other = here.sit(dora);
  await other.isIn(2);
  other.type('I am in\r');
  await seat.sees(said('Dora', 'I am in'));
});

test('a removed participant sees why the chat ended, below the last lines', async () => {
  const owner = await here.create();
  const bert = await here.parley.join(await owner.invite(), { name: 'Bert' });
  const [one, two] = [here.sit(owner), here.sit(bert)];
  await Promise.all([one.isIn(2), two.isIn(2)]);
  two.type('Hello\r');
  await one.sees(said('Bert', 'Hello'));
  one.type('/kick Bert\r');
  await one.sees('Remove Bert from this space? [y/N]');
  one.type('n');
  await one.until(() => one.rows.at(-1) === '>', 'has its prompt again');
  expect(two.isRunning).toBe(true);
  one.type('/kick Bert\r');
  await one.sees('[y/N]');
  one.type('y');
  expect(await two.ended).toBe(4);
  expect(two.isRestored).toBe(true);
  expect(two.text).toMatch(/Bert +│ Hello\n(.*\n)*The owner removed you from this space\./);
});

test('/leave asks first, and leaves after a yes', async () => {
  const owner = await here.create();
  const bert = await here.parley.join(await owner.invite(), { name: 'Bert' });
  const seat = here.sit(bert);
  await seat.isIn(2);
  seat.type('/leave\r');
  await seat.sees('Leave this space? You need an invitation to come back. [y/N]');
  expect((await bert.get()).participants).toHaveLength(2);
  seat.type('y');
  expect(await seat.ended).toBe(0);
  expect(seat.text).toContain('You left this space.');
  await expect(bert.get()).rejects.toThrow(KeyError);
});

test('/leave forgets the key, as `parley leave` does', async () => {
  const owner = await here.create();
  const [bert] = await machines(here.server.url, 'bert');
  await bert.does('join', (await owner.invite()).agentLink, '--name', 'Bert');
  const seat = here.sit(owner, { env: { ...bert.env, PARLEY_KEY: '', PARLEY_SPACE: '' } });
  await seat.isIn(2);
  seat.type('/leave\r');
  await seat.sees('[y/N]');
  seat.type('y');
  expect(await seat.ended).toBe(0);
  expect(await bert.answers('space', 'list')).toEqual([]);
});

test('locks and changes of artifacts are told, and who holds a lock is shown', async () => {
  const owner = await here.create();
  const agent = await here.parley.join(await owner.invite(), { name: 'Planner' });
  const plan = await agent.artifacts.create({ name: 'Plan', content: '# Plan' });
  const seat = here.sit(owner);
  await seat.isIn(2);
  await plan.lock();
  await seat.sees('Planner locked “Plan”');
  await seat.sees('locked: Plan (Planner)');
  seat.type('/lock Plan\r');
  await seat.sees('Planner holds the lock on “Plan”');
  await plan.write('# Plan\n1. Begin');
  await seat.sees('Planner changed “Plan” (version 2)');
  await plan.unlock();
  await seat.sees('Planner unlocked “Plan”');
  seat.type('/show pl\t\r');
  await seat.sees(/“Plan”, version 2\n# Plan\n1. Begin/);
  seat.type('/lock 1\r');
  await seat.sees('locked: Plan (Olga)');
});

test('a message in many pieces of pasted text is sent as one', async () => {
  const owner = await here.create();
  const seat = here.sit(owner);
  await seat.isIn(1);
  seat.type('\x1b[200~one\r\ntwo\x1b[201~\x1b\rthree\\\rfour');
  await seat.sees('> one\n  two\n  three\n  four');
  seat.type('\r');
  await seat.until(() => seat.rows.at(-1) === '>', 'is empty again');
  await seat.sees(/Olga +│ one\n +│ two\n +│ three\n +│ four/);
  const { messages } = await owner.messages();
  expect(messages.map(({ content }) => content)).toEqual(['one\ntwo\nthree\nfour']);
});

test('another size is another layout, and the end stays in sight', async () => {
  const owner = await here.create();
  await owner.send(`${'word '.repeat(20)}end`);
  const seat = here.sit(owner, { size: { cols: 100, rows: 10 } });
  await seat.sees('word end');
  expect(times(seat.text, '\n')).toBe(9);
  seat.resize({ cols: 40, rows: 16 });
  const words = (count: number) => 'word '.repeat(count).trimEnd();
  const texts = [words(4), words(4), words(4), words(4), `${words(4)} end`];
  await seat.until(() => {
    const rows = seat.rows.slice(9);
    const isFolded = isDeepStrictEqual(
      rows.slice(0, 5).map((row) => row.split('│ ')[1]),
      texts,
    );
    return isFolded && isDeepStrictEqual(rows.slice(5), ['Launch · 1 member, 1 online: Olga', '>']);
  }, 'fits 40 columns');
  seat.type('/quit\r');
  expect(await seat.ended).toBe(0);
});

test('a user who has scrolled up stays there; new messages are counted and marked', async () => {
  const owner = await here.create();
  for (let i = 1; i <= 30; i += 1) await owner.send(`Message ${i}.`);
  const seat = here.sit(owner, { size: { cols: 60, rows: 12 } });
  await seat.sees('Message 30.');
  seat.type('\x1b[5~\x1b[5~');
  await seat.sees('Message 5.');
  const bert = await here.parley.join(await owner.invite(), { name: 'Bert' });
  await bert.send('Unread one\nin two lines');
  await seat.sees('↓ 1 unread message');
  await bert.send('Unread two');
  await seat.sees('↓ 2 unread messages');
  expect(seat.text).toContain('Message 5.');
  seat.type('\x1b');
  await seat.sees('Unread two');
  const marker = seat.rows.findIndex((row) => row.includes('── 2 unread messages ──'));
  expect(seat.rows[marker + 1]).toMatch(/Bert +│ Unread one/);
  seat.type('Read\r');
  await seat.sees(said('Olga', 'Read'));
  expect(seat.text).not.toContain('unread');
});

test('what others write cannot touch the terminal', async () => {
  const owner = await here.create();
  const mallory = await here.parley.join(await owner.invite(), { name: 'Mallory' });
  const seat = here.sit(owner);
  await seat.isIn(2);
  await mallory.send('\x1b[2J\x1b[?1049l\x9b31mgotcha\r\x1b[H');
  await seat.sees('␛[2J␛[?1049l�31mgotcha');
  expect(seat.isRestored).toBe(false);
});

test('the cursor stands where the next character goes, after wide characters too', async () => {
  const seat = here.sit(await here.create());
  await seat.isIn(1);
  seat.type('日本語ab');
  await seat.sees('> 日本語ab');
  await seat.until(() => seat.cursor.x === 10, 'has its cursor at the end');
  seat.type('\x1b[D\x1b[D\x1b[D');
  await seat.until(() => seat.cursor.x === 6, 'moves over a wide character');
  seat.type('x');
  await seat.sees('> 日本x語ab');
  seat.type('\x15');
  await seat.sees('> 語ab');
  expect(seat.cursor).toEqual({ x: 2, y: 19 });
});
