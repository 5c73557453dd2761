import { expect, inject, test } from 'vitest';
import { machines } from '../machine.ts';

const server = inject('server');

test('what happened is printed in words, of the kinds that are asked for, the newest last', async () => {
  const [olga] = await machines(server.url, 'olga');
  await olga.does('space', 'create', 'Launch', '--name', 'Olga');
  await olga.does('send', 'Good morning');
  await olga.does('artifact', 'create', 'Plan');
  await olga.does('send', 'Look at the plan');
  const all = await olga.does('events');
  expect(all).toMatch(/^#\d+ [\d-]+ [\d:]+ Olga: Good morning$/m);
  expect(all).toMatch(/^#\d+ .* Olga .*Plan/m);
  expect(all.indexOf('Good morning')).toBeLessThan(all.indexOf('Look at the plan'));
  const kinds = async (...given: string[]) =>
    (await olga.does('events', '--json', ...given)).split('\n').map((line) => (JSON.parse(line) as { type: string }).type);
  expect(await kinds('--kind', 'message', '--last', '1')).toEqual(['message']);
  expect(new Set(await kinds('--kind', 'message', '--kind', 'artifact'))).toEqual(new Set(['message', 'artifact']));
  expect((await olga.tries(['events', '--kind', 'gossip'])).stderr).toMatch(/kinds/);
});
