import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AgentSession } from './session.ts';

test('a session is begun once and continued after a success, also by another process, and begun anew once it is forgotten', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = () => new AgentSession(folder, 'claude', 'gus').run();

  const first = await run();
  expect(first).toMatchObject({ words: ['--session-id', expect.any(String)], after: 0 });
  const [, id] = first.words;
  await first.keep(7);

  const second = await run();
  expect(second).toMatchObject({ words: ['--resume', id], after: 7 });
  await second.forget();

  const third = await run();
  expect(third).toMatchObject({ words: ['--session-id', expect.not.stringContaining(id!)], after: 0 });
});
