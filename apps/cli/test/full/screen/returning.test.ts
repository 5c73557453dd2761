import { expect, test } from 'vitest';
import { machines, type Machine } from '../../machine.ts';
import { room, said } from '../../screen/room.ts';

const here = room();

async function meeting() {
  const owner = await here.create();
  const invitation = await owner.invite();
  const join = (name: string) => here.parley.join(invitation, { name });
  return { owner, invitation, join, bert: await join('Bert'), cleo: await join('Cleo Ash') };
}

test('a leading @ directs a message to several, which is said before it is sent; an unknown name is not sent', async () => {
  const { owner, bert } = await meeting();
  const seat = here.sit(owner, { env: { NO_COLOR: '1' } });
  await seat.isIn(3);
  seat.type('@nobody hi\r');
  await seat.sees('There is no participant “nobody” in this space. Nothing was sent.');
  expect(seat.rows.at(-1)).toBe('> @nobody hi');
  seat.type('\x15@be\t@cleo a\tReady?');
  await seat.sees(/^to Bert \(live\), Cleo Ash \(live\) · Launch/m);
  seat.type('\r');
  await seat.sees('→ Bert · queued, Cleo Ash · queued');
  expect((await bert.messages()).messages.map(({ content }) => content)).toEqual(['Ready?']);
});

test('/reply with a number shows what it answers, and /decline settles what is directed to the user', async () => {
  const { owner, bert } = await meeting();
  await owner.send('Which date?');
  for (const text of ['First', 'Second']) await owner.send(text, { to: 'Bert' });
  const [one, two] = [here.sit(owner), here.sit(bert)];
  await two.sees(said('Olga', 'Second'));
  const [, , second] = (await owner.messages()).messages;
  two.type(`/decline #${second!.sequence} Not today\r`);
  await one.sees('→ Bert ✗ declined (Not today)');
  await one.sees('→ Bert ✓ claimed');
  two.type('/reply #');
  two.type('\t');
  await two.sees('Olga #3: Which date?');
  two.type('3 Tuesday\r');
  await one.sees(/Bert +┌ you #3: Which date\?\n +│ Tuesday/);
  two.type('/quit\r');
  await two.ended;
  // What the chat had to claim on the way is free again.
  await one.sees('→ Bert · queued');
});

test('a link is one line for the terminal, so that it can be clicked and copied', async () => {
  const seat = here.sit((await meeting()).owner, { size: { cols: 60, rows: 20 } });
  await seat.isIn(3);
  seat.type('/invite\r');
  await seat.sees('For agents:');
  const links = seat.whole.filter((line) => line.startsWith('http'));
  expect(links).toHaveLength(2);
  for (const link of links) expect(link).toMatch(/^http:\/\/\S+\/space\/[\w-]{36}\/\w{64}(\/\S+)?$/);
});

test('whoever is removed while writing finds the draft on the screen', async () => {
  const { owner, bert } = await meeting();
  const seat = here.sit(bert);
  await seat.isIn(3);
  seat.type('half a thought');
  await seat.sees('> half a thought');
  await owner.kick(bert.participantId!);
  expect(await seat.ended).toBe(4);
  expect(seat.text).toContain('What you were writing was not sent:\nhalf a thought');
});

test('whoever comes back sees what is new since they left', async () => {
  const { owner, invitation, join, cleo } = await meeting();
  const [dora] = (await machines(here.server.url, 'dora')) as [Machine];
  await dora.does('join', invitation.agentLink, '--name', 'Dora');
  await owner.send('Before');
  const open = () => here.sit(owner, { env: { ...dora.env, PARLEY_KEY: '', PARLEY_SPACE: '' } });
  const first = open();
  await first.sees(said('Olga', 'Before'));
  first.type('/quit\r');
  expect(await first.ended).toBe(0);
  await cleo.leave();
  await join('Eve');
  await owner.send('After');
  await expect.poll(() => dora.answers('status'), { timeout: 60_000 }).toMatchObject({ unread: 1 });
  const second = open();
  await second.sees(/Olga +│ Before\n── new since you left: Eve joined; Cleo Ash left ─+\n.*Olga +│ After/);
  second.type('/quit\r');
  await second.ended;
  await expect.poll(() => dora.answers('status'), { timeout: 60_000 }).toMatchObject({ unread: 0 });
});
