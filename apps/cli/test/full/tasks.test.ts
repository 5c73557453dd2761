import { expect, inject, test } from 'vitest';
import { planning } from '../planning.ts';
import type { Machine } from '../machine.ts';

const server = inject('server');

interface Listed {
  taskId: string;
  title: string;
  state: string;
}

const listed = (who: Machine, ...words: string[]) => who.answers<Listed[]>('tasks', ...words);

async function created(who: Machine, title: string, ...more: string[]): Promise<string> {
  const { taskId } = await who.answers<Listed>('task', 'create', title, ...more);
  return taskId.slice(0, 8);
}

test('a task is created, claimed, submitted, returned and verified, each by who may', async () => {
  const { olga, gus, mia } = await planning(server.url);
  const creating = await olga.tries(['task', 'create', 'Check the dates', '--artifact', 'Plan', '--for', 'Gus', '--from', '-'], {
    input: 'Each should be a Monday',
  });
  expect(creating).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Created [0-9a-f]{8}; told: Gus\n$/) as string });
  expect(await gus.does('inbox', 'claim')).toContain('I created the task "Check the dates" for you');
  const [{ taskId }] = (await listed(gus, '--mine')) as [Listed];
  const id = taskId.slice(0, 8);

  const claiming = await gus.tries(['task', 'claim', id, '--lease', '1h']);
  expect(claiming).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Yours until (?:[\d-]+ )?\d\d:\d\d:\d\d\n$/) as string,
  });
  expect(claiming.stdout).toMatch(new RegExp(`^task ${id}\nTask: +Check the dates\nState: +claimed until `));
  expect(claiming.stdout).toContain('\n\n    Each should be a Monday\n');
  expect(await mia.tries(['task', 'claim', id])).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('"Gus" already works on the task, until') as string,
  });
  const other = await created(olga, 'Another');
  expect(await gus.tries(['task', 'claim', other])).toMatchObject({ code: 5 });
  await gus.does('task', 'renew', id);

  for (const wrong of [[], ['--note', 'x', '--message', 'y'], ['--note', 'x', '--at', '1']])
    expect(await gus.tries(['task', 'submit', id, ...wrong])).toMatchObject({ code: 2 });
  expect((await gus.tries(['task', 'submit', id, '--artifact', 'Plan'])).stderr).toBe('Submitted\n');
  expect(await gus.tries(['task', 'verify', id])).toMatchObject({ code: 1 });
  expect(await mia.tries(['task', 'verify', id])).toMatchObject({ code: 1 });
  expect((await olga.tries(['task', 'return', id, 'One', 'is', 'a', 'Sunday'])).stderr).toBe('Returned: Gus can continue\n');
  const shown = await mia.does('task', 'show', id);
  expect(shown).toMatch(/Returned: +.*, by Olga\nReason: +One is a Sunday\n/);
  await gus.does('task', 'submit', id, '--note', 'All are Mondays');
  expect((await olga.tries(['task', 'verify', id])).stderr).toBe('Verified the work of Gus\n');
  expect(await olga.tries(['task', 'cancel', id])).toMatchObject({ code: 5 });
  expect(await listed(olga)).toMatchObject([{ title: 'Another' }]);
  expect(await listed(olga, '--all')).toMatchObject([{ title: 'Another' }, { state: 'verified' }]);
});

test('the board groups tasks by state, and each fits into the terminal whatever its title is', async () => {
  const { olga, gus, mia } = await planning(server.url);
  expect(await olga.tries(['tasks'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'No open tasks; --all lists those that have ended too\n',
  });
  const long = await created(olga, `${'Ünïcödé 日本語 '.repeat(12)}\u001b[2J`);
  const [mine, done, gone] = [await created(olga, 'Mine'), await created(olga, 'Done'), await created(olga, 'Gone')];
  await gus.does('task', 'claim', mine);
  await mia.does('task', 'claim', done);
  await mia.does('task', 'submit', done, '--note', 'Yes');
  await olga.does('task', 'cancel', gone);
  const board = await olga.does('tasks', '--all');
  const headings = board.split('\n').filter((line) => /^\S/.test(line));
  expect(headings).toEqual(['Submitted (1)', 'Claimed (1)', 'Open (1)', 'Cancelled (1)']);
  const lineOf = (id: string) => board.split('\n').find((line) => line.includes(id))!;
  expect(lineOf(done)).toMatch(/Done +Mia, .* ago$/);
  expect(lineOf(mine)).toMatch(/Mine +Gus, until (?:[\d-]+ )?\d\d:\d\d:\d\d$/);
  expect(lineOf(long)).toContain('by Olga');
  expect(board).not.toContain('\u001b[2J');
  await gus.does('task', 'release', mine);
  expect((await listed(mia)).map(({ state }) => state).toSorted()).toEqual(['open', 'open', 'submitted']);
  expect(await gus.tries(['task', 'show', 'ffffffff'])).toMatchObject({ code: 3 });
  expect(await gus.answers('task', 'show', 'MINE')).toMatchObject({ title: 'Mine' });
  await created(olga, 'mine');
  expect(await gus.tries(['task', 'show', 'MINE'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/“MINE” is ambiguous: mine [\da-f]{8}, Mine [\da-f]{8}/) as string,
  });
});
