import { expect, test } from 'vitest';
import { room, said, times } from '../../screen/room.ts';

const here = room();

/** Bert is muted: his first message was refused while he typed the next one. */
async function muted() {
  const owner = await here.create();
  const bert = await here.parley.join(await owner.invite(), { name: 'Bert' });
  const [one, two] = [here.sit(owner), here.sit(bert)];
  await Promise.all([one.isIn(2), two.isIn(2)]);
  await owner.mute(bert.participantId!);
  await two.sees('You were muted');
  two.type('First try\rthe next');
  await two.sees(/not sent +│ First try/);
  await two.sees('1 not sent · Launch');
  return { owner, bert, one, two };
}

test('a failed message stays visible and never gets into the draft', async () => {
  const { two } = await muted();
  expect(two.rows.at(-1)).toBe('> the next');
  expect(two.text.replaceAll('\n', ' ')).toContain('/retry sends it again, /discard removes it.');
});

test('/retry sends it again, once, before anything written later', async () => {
  const { owner, bert, one, two } = await muted();
  await owner.unmute(bert.participantId!);
  two.type('\x15/retry\r');
  await one.sees(said('Bert', 'First try'));
  two.type('Second\r');
  await one.sees(said('Bert', 'Second'));
  await two.until(() => !/not sent|sending|sent/.test(two.text), 'has nothing pending');
  for (const { text } of [one, two]) expect([times(text, 'First try'), times(text, 'Second')]).toEqual([1, 1]);
});

test('/discard removes it', async () => {
  const { two } = await muted();
  two.type('\x15/discard\r');
  await two.until(() => !two.text.includes('First try'), 'forgets it');
});

test('/quit asks before it gives up a failed message', async () => {
  const { two } = await muted();
  two.type('\x15/quit\r');
  await two.sees('1 message was not sent. Quit anyway? [y/N]');
  two.type('n');
  await two.until(() => two.rows.at(-1) === '>', 'goes on');
  two.type('/quit\r');
  await two.sees('[y/N]');
  two.type('y');
  expect(await two.ended).toBe(0);
  expect(two.text).toMatch(/not sent +│ First try\n(.*\n)+1 message was not sent/);
});
