import type { SearchResult } from '@parley/sdk';
import { expect, inject, test } from 'vitest';
import { planning } from '../planning.ts';
import { atTerminal } from '../terminal.ts';

const server = inject('server');

test('what was said and written is found, with the place of each word', async () => {
  const { olga, gus, mia } = await planning(server.url);
  await gus.does('send', `${'We talk about other things. '.repeat(10)}Then the launch date comes up again.`);
  await mia.does('send', 'The date of the launch is Monday');
  await olga.does('task', 'create', 'Launch', '--text', 'Choose a date first');
  const all = await olga.does('search', 'launch', 'date');
  expect(all).toMatch(
    /^task [\da-f]{8} {2}Launch {2}[\d: -]+ {2}Olga\n {4}Choose a date first\n\n#\d+ {2}[\d: -]+ {2}Mia\n {4}The date of/,
  );
  expect(all).toMatch(/Gus\n {4}….*Then the launch date comes up again\.$/);
  expect(await olga.does('search', 'launch date')).not.toContain('Mia');
  expect(await olga.does('search', 'launch', '--from', 'mia', '--in', 'messages')).toMatch(/^#\d+ {2}[\d: -]+ {2}Mia\n.*$/);
  const { stdout, stderr } = await olga.tries(['search', 'launch', '--last', '1']);
  expect([stdout.split('\n').length, stderr]).toEqual([
    2,
    expect.stringMatching(/^There are more, older than .*; --last finds more\n$/),
  ]);
  const json = (await olga.does('search', 'launch', '--json')).trim().split('\n');
  const results = json.map((line) => JSON.parse(line) as SearchResult);
  expect(results.map(({ kind }) => kind)).toEqual(['task', 'message', 'message']);
  expect(results[1]).toMatchObject({ authorName: 'Mia', ranges: [{ start: 16, end: 22 }] });
  expect(await olga.does('search', 'launch', '--after', '1h', '--before', '0s', '--json')).toBe(json.join('\n'));
});

test('what is not there, or no search, is said', async () => {
  const { olga } = await planning(server.url);
  expect(await olga.tries(['search', 'nowhere'])).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing found\n' });
  expect((await olga.tries(['search', 'not here'])).stderr).toBe('Nothing found; without quotes, words can be anywhere\n');
  expect(await olga.tries(['search', 'x', '--in', 'everything'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('messages'),
  });
  expect(await olga.tries(['search', 'x', '--from', 'Nobody'])).toMatchObject({ code: 3 });
});

test('a terminal shows the words in colour, within its width, and no text of others controls it', async () => {
  const { olga, gus } = await planning(server.url);
  await gus.tries(['send'], {
    input: `one two three four five six seven launch eight \x1b[31mnine\x1b[0m ten eleven 会議は十時から始まります`,
  });
  const { shown } = await atTerminal(olga, ['search', 'launch', '会議'], () => {}, 40);
  expect(shown).toContain('\x1b[1m\x1b[33mlaunch\x1b[39m\x1b[22m');
  expect(shown).not.toContain('\x1b[31m');
  const lines = shown
    .replaceAll(/\x1b\[[\d;]*[mK]/g, '')
    .split('\r\n')
    .filter((line) => line.startsWith('    '));
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
});
