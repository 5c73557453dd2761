import { expect, inject, test } from 'vitest';
import { machines } from '../machine.ts';

const server = inject('server');

test('a message is corrected by its number, and again by that of the correction', async () => {
  const [olga] = await machines(server.url, 'olga');
  await olga.does('space', 'create', 'Launch', '--name', 'Olga');
  await olga.does('send', 'Shall we begin at none?');
  const numbers = async () =>
    (await olga.does('messages', '--json')).split('\n').map((line) => JSON.parse(line) as { sequence: number; content: string });
  const [first] = await numbers();
  const { stdout, stderr } = await olga.tries(['correct', `#${first!.sequence}`, 'Shall we begin at noon?']);
  expect(stdout + stderr).toMatch(/^Corrected message #\d+\. The former text stays in the record$/m);
  const [, second] = await numbers();
  await olga.does('correct', String(second!.sequence), 'Shall we', 'begin at one?');
  const shown = await olga.does('messages');
  expect(shown).toMatch(/ \(owner, corrected by [\da-f]+\)\nShall we begin at none\?\n/);
  expect(shown).toMatch(/ \(owner, corrects [\da-f]+\)\nShall we begin at one\?$/);
  expect((await olga.tries(['correct', '#4000', 'No'])).stderr).toMatch(/There is no message #4000/);
});
