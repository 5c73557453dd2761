import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { quickly } from '../../../scripts/quickly.mjs';

const scripts = fileURLToPath(new URL('../../../scripts/', import.meta.url));

test('Node accepts the options from a folder whose name has spaces and quotes, after those that were set', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley "quickly" '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['quickly.mjs', 'one-tier.cjs']) copyFileSync(join(scripts, name), join(folder, name));
  const moved = (await import(pathToFileURL(join(folder, 'quickly.mjs')).href)) as { quickly: typeof quickly };
  const { NODE_OPTIONS } = moved.quickly({ NODE_OPTIONS: '--no-deprecation' });
  const seen = execFileSync(process.execPath, ['-p', 'JSON.stringify([process.noDeprecation, Object.keys(require.cache)])'], {
    env: { NODE_OPTIONS },
    encoding: 'utf8',
  });
  expect(JSON.parse(seen)).toEqual([true, [join(folder, 'one-tier.cjs')]]);
});

test.each(['TMPDIR', 'TMP', 'TEMP'])('files of tests stay in the folder that %s names', (name) => {
  expect(quickly({ [name]: '/elsewhere' })).not.toHaveProperty('TMPDIR');
});
