import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../machine.ts';

const folder = join(main, '../..');

test('the packed command contains the licence of every bundled package', async () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: folder, encoding: 'utf8' });
  const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'dist/main.js', 'dist/keychain.js', 'dist/THIRD-PARTY-LICENSES.txt']));
  expect(paths.filter((path) => !/^(LICENSE|package\.json|dist\/(\w+\.js|chunks\/[\w-]+\.js|[A-Z-]+\.txt))$/.test(path))).toEqual(
    [],
  );

  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ['src/main.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    external: ['@napi-rs/keyring'],
  });
  const bundled = Object.keys(metafile.inputs).flatMap((path) => path.split('node_modules/').slice(1).at(-1) ?? []);
  const names = new Set(bundled.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)![0]));
  expect(names.size).toBeGreaterThanOrEqual(3);
  const notices = (await readFile(join(folder, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')).split(/^-{80}\n/m).slice(1);
  expect(notices.map((notice) => notice.split(' ')[0]).toSorted()).toEqual([...names].toSorted());
  for (const notice of notices)
    expect(notice).toMatch(/copyright[^]*(permi(t|ssion)|redistribution)[^]*without warranty|copyright[^]*"as is"/i);
});
