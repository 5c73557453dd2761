import { expect, test } from 'vitest';
import { room, said } from '../../screen/room.ts';

const here = room();

/** A chat in a shell, with a draft. */
async function drafting() {
  const owner = await here.create();
  const bert = await here.parley.join(await owner.invite(), { name: 'Bert' });
  const seat = here.sit(owner, { isInShell: true });
  await seat.isIn(2);
  seat.type('half a line');
  await seat.sees('> half a line');
  return { seat, bert };
}

test('Ctrl-Z returns the terminal to the shell, and fg resumes the chat with the draft', async () => {
  const { seat, bert } = await drafting();
  seat.type('\x1a');
  await seat.sees(/Stopped/);
  expect(seat.fillsScreen).toBe(false);
  seat.type('echo the shell $((40+2))\r');
  await seat.sees('the shell 42');
  await bert.send('While you were away');
  seat.type('fg\r');
  await seat.sees(said('Bert', 'While you were away'));
  await seat.sees('> half a line');
  expect(seat.text).toContain('── 1 unread message ──');
  seat.type(' and the rest\r');
  await seat.sees(said('Olga', 'half a line and the rest'));
});

test('it resumes any number of times, at the size that the terminal has by then', async () => {
  const { seat } = await drafting();
  for (const [cols, rows] of [
    [60, 15],
    [100, 25],
  ] as const) {
    seat.type('\x1a');
    await seat.until(() => !seat.fillsScreen && /Stopped/.test(seat.text), 'shows the shell');
    seat.resize({ cols, rows });
    seat.type('clear; fg\r');
    const [status, prompt] = [/^Launch · 2 members/, '> half a line'];
    const fits = () => seat.fillsScreen && status.test(seat.rows.at(-2)!) && seat.rows.at(-1) === prompt;
    await seat.until(fits, `is drawn anew at ${cols} columns`);
  }
  seat.type('\x03\x03\x03');
  await seat.until(() => !seat.fillsScreen, 'shows the shell');
  seat.type('echo code $?\r');
  await seat.sees('code 130');
});

test('Ctrl-Z does nothing without a shell that could resume the chat', async () => {
  const owner = await here.create();
  const seat = here.sit(owner);
  await seat.isIn(1);
  seat.type('half a line\x1a');
  // Until it has the terminal again, the terminal makes a newline of Enter.
  await seat.until(() => seat.timesFilled === 2 && seat.rows.at(-1) === '> half a line', 'continues');
  seat.type(' and the rest\r');
  await seat.sees(said('Olga', 'half a line and the rest'));
});
