import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { machines, main } from './machine.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-cli-python-'));
const run = (program: string, words: readonly string[]) => spawnSync(program, words, { cwd: folder, encoding: 'utf8' });

const server = inject('server');
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const page = readFileSync(new URL('../../../docs/guide/mcp.md', import.meta.url), 'utf8');
const [program = ''] = [...page.matchAll(/^```python\n(.*?)^```$/gms)].flatMap(([, code]) =>
  code!.includes('StdioServerParameters') ? [code!] : [],
);

const isInstalled =
  run('python3', ['-m', 'venv', 'venv']).status === 0 &&
  run(join(folder, 'venv/bin/pip'), ['install', '--quiet', '--disable-pip-version-check', 'mcp==2.3.0']).status === 0;
const skipped = isInstalled ? '' : ' (SKIPPED: there is no python3 with venv, or mcp cannot be installed)';

test.skipIf(!isInstalled)(
  `the Python client starts parley mcp with the program of the page, and holds a meeting${skipped}`,
  async () => {
    const [user] = await machines(server.url, 'user');
    symlinkSync(main, join(folder, 'parley'));
    // The client passes on only some environment variables; PARLEY_URL is not one of them.
    const words = JSON.stringify(['mcp', '--url', server.url]);
    writeFileSync(join(folder, 'program.py'), program.replace('["mcp"]', words));
    const path = [folder, process.env['PATH']].join(delimiter);
    const { status, stdout, stderr } = spawnSync(join(folder, 'venv/bin/python'), ['program.py'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...user.env, PATH: path },
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('\nHello from Python!\n');
  },
);
