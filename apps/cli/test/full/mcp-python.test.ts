import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pythonWith } from '@parley/testing';
import { afterAll, expect, inject, test } from 'vitest';
import { machines, main } from '../machine.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-cli-python-'));

const server = inject('server');
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const page = readFileSync(new URL('../../../../docs/guide/mcp.md', import.meta.url), 'utf8');
const [program = ''] = [...page.matchAll(/^```python\n(.*?)^```$/gms)].flatMap(([, code]) =>
  code!.includes('StdioServerParameters') ? [code!] : [],
);

const python = pythonWith('mcp==2.3.0');
const skipped = python ? '' : ' (SKIPPED: there is no python3 with venv, or mcp cannot be installed)';

test.skipIf(!python)(
  `the Python client starts parley mcp with the program of the page, and holds a meeting${skipped}`,
  async () => {
    const [user] = await machines(server.url, 'user');
    symlinkSync(main, join(folder, 'parley'));
    // The client passes on only some environment variables; PARLEY_URL is not one of them.
    const words = JSON.stringify(['mcp', '--url', server.url]);
    writeFileSync(join(folder, 'program.py'), program.replace('["mcp"]', words));
    const path = [folder, process.env['PATH']].join(delimiter);
    const { status, stdout, stderr } = spawnSync(python!, ['program.py'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...user.env, PATH: path },
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('\nHello from Python!\n');
  },
);
