import { expect, test } from 'vitest';
import { room, said } from '../../screen/room.ts';

const here = room();
const names = ['Ann', 'Bert', 'Cleopatra the Great of Egypt', 'Dan', 'Planner', 'Zoe'];
const sizes = [40, 80, 120].map((cols) => ({ cols, rows: 40 }));

async function talking() {
  const owner = await here.create();
  const invitation = await owner.invite();
  for (const name of names) await (await here.parley.join(invitation, { name })).send(`${name} says what there is to say`);
  return owner;
}

const modes: [string, NodeJS.ProcessEnv][] = [
  ['with colours', { NO_COLOR: '', FORCE_COLOR: '1' }],
  ['without colours', { NO_COLOR: '1' }],
];

test.each(modes)('%s, names and text are separated and the text has one column', async (_, env) => {
  const owner = await talking();
  for (const size of sizes) {
    const seat = here.sit(owner, { size, env });
    await seat.sees(said('Zoe', 'Zoe says'));
    const columns = seat.rows.filter((row) => /^\d\d:\d\d /.test(row)).map((row) => row.indexOf(' │ '));
    expect([columns.length, new Set(columns).size], `${size.cols} columns`).toEqual([names.length, 1]);
    expect(seat.text).toMatch(/^── \w+day, \d+ \w+ \d{4} ─+$/m);
    expect(seat.usesColours).toBe(env['NO_COLOR'] === '');
    seat.signal('SIGKILL');
  }
});

test('names that do not fit are counted', async () => {
  const owner = await talking();
  const seat = here.sit(owner, { size: { cols: 40, rows: 20 } });
  await seat.isIn(7);
  expect(seat.rows.at(-2)).toMatch(/^Launch · 7 members, \d online: Olga \+6$|^Launch · 7 members, \d online: .* \+\d$/);
});

test('help wraps between words, in columns, at every width', async () => {
  const owner = await here.create();
  await owner.send('Hello');
  for (const size of sizes) {
    const seat = here.sit(owner, { size: { ...size, rows: 110 } });
    await seat.isIn(1);
    await seat.sees(said('Olga', 'Hello'));
    seat.type('/help\r');
    await seat.sees('//text');
    const rows = seat.rows.slice(
      seat.rows.findIndex((row) => row.startsWith('/help')),
      -2,
    );
    const left = new Set(rows.filter(Boolean).map((row) => /^\S+(?: \S+)* {2,}|^ +/.exec(row)?.[0].length));
    expect([...left], `${size.cols} columns`).toEqual([22]);
    const help = rows.map((row) => row.slice(22).trim()).join(' ');
    expect(help).toContain('Lock an artifact until /unlock or the end of the chat.');
    expect(help).not.toContain('document');
    seat.signal('SIGKILL');
  }
});
