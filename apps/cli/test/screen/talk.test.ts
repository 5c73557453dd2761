import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { room, times } from './room.ts';
import type { Seat } from './seat.ts';

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
  await two.sees('Olga Hello Bert');
  two.type('Hello 日本 Olga\r');
  await one.sees('Bert Hello 日本 Olga');
  await agent.send('I have a plan\nin two lines');
  await Promise.all([one.sees('in two lines'), two.sees('in two lines')]);
  const talk = (seat: Seat) => seat.rows.filter((row) => /Before|Hello|plan|lines/.test(row));
  expect(talk(one)).toEqual(talk(two));
  expect(talk(one).map((row) => row.replace(/^\d\d:\d\d/, '').trim())).toEqual([
    'Olga Before anybody looked',
    expect.stringContaining('Olga Hello Bert'),
    'Bert Hello 日本 Olga',
    'Planner I have a plan',
    'in two lines',
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
  await seat.sees(/Dora asks to be let in · \/approve Dora lets them in/);
  await seat.sees('waiting: Dora; /approve Dora');
  seat.type('/app\t2\r');
  const dora = await joining;
  await seat.sees('Dora joined');
  await seat.isIn(2);
  const other = here.sit(dora);
  await other.isIn(2);
  other.type('I am in\r');
  await seat.sees('Dora I am in');
});

test('who is removed is told so on a terminal as it was before', async () => {
  const owner = await here.create();
  const bert = await here.parley.join(await owner.invite(), { name: 'Bert' });
  const [one, two] = [here.sit(owner), here.sit(bert)];
  await Promise.all([one.isIn(2), two.isIn(2)]);
  one.type('/mute Bert\r');
  await Promise.all([one.sees('Bert (muted)'), two.sees('Bert was muted')]);
  two.type('May I?\r');
  await two.sees('Not sent:');
  expect(two.rows.at(-1)).toBe('> May I?');
  one.type('/unmute b\t\r');
  await two.sees('Bert can write again');
  two.type('\r');
  await one.sees('Bert May I?');
  one.type('/kick Bert\r');
  await one.sees('Bert was removed');
  expect(await two.ended).toBe(4);
  expect(two.isRestored).toBe(true);
  expect(two.text).toContain('The owner removed you from this space.');
});

test('locks and changes of documents are told, and who holds a lock is shown', async () => {
  const owner = await here.create();
  const agent = await here.parley.join(await owner.invite(), { name: 'Planner' });
  const plan = await agent.artifacts.create({ name: 'Plan', content: '# Plan' });
  const seat = here.sit(owner);
  await seat.isIn(2);
  await plan.lock();
  await seat.sees('Planner locked “Plan”');
  await seat.sees('locked: Plan (Planner)');
  seat.type('/lock Plan\r');
  await seat.sees('Planner holds the lock of “Plan”');
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
  await seat.sees(/Olga one\n +two\n +three\n +four/);
  const { messages } = await owner.messages();
  expect(messages.map(({ content }) => content)).toEqual(['one\ntwo\nthree\nfour']);
});

test('another size is another layout, and the end stays in sight', async () => {
  const owner = await here.create();
  await owner.send(`${'word '.repeat(20)}end`);
  const seat = here.sit(owner, { cols: 100, rows: 10 });
  await seat.sees('word end');
  expect(times(seat.text, '\n')).toBe(9);
  seat.resize({ cols: 40, rows: 16 });
  const words = (count: number) => 'word '.repeat(count).trimEnd();
  const folded = [`Olga ${words(6)}`, ...[words(6), words(6), `${words(2)} end`].map((row) => ' '.repeat(11) + row)];
  await seat.until(() => {
    const rows = seat.rows.slice(10).map((row) => row.replace(/^\d\d:\d\d /, ''));
    return isDeepStrictEqual(rows, [...folded, 'Launch · 1 here: Olga', '>']);
  }, 'fits 40 columns');
  seat.type('/quit\r');
  expect(await seat.ended).toBe(0);
});

test('who reads further up is left there until the way down', async () => {
  const owner = await here.create();
  for (let i = 1; i <= 30; i += 1) await owner.send(`Message ${i}.`);
  const seat = here.sit(owner, { cols: 60, rows: 12 });
  await seat.sees('Message 30.');
  seat.type('\x1b[5~\x1b[5~');
  await seat.sees('Message 5.');
  await owner.send('Message 31.');
  await seat.sees('↓ 1');
  await seat.until(() => seat.text.includes('↓ 19 more'), 'counts the news');
  expect(seat.text).toContain('Message 5.');
  seat.type('\x1b');
  await seat.sees('Message 31.');
});

test('what others write cannot touch the terminal', async () => {
  const owner = await here.create();
  const mallory = await here.parley.join(await owner.invite(), { name: '\x1b[31mMallory\x1b]0;title\x07' });
  const seat = here.sit(owner);
  await seat.isIn(2);
  await mallory.send('\x1b[2J\x1b[?1049l\x9b31mgotcha\r\x1b[H');
  await seat.sees('␛[2J␛[?1049l�31mgotcha');
  expect(seat.text).toContain('␛[31mMallory␛]0;title␇');
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
