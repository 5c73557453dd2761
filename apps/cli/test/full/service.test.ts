import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../../src/failure.ts';
import { buildProgram } from '../../src/program.ts';

const guide = readFileSync(new URL('../../../../docs/cli.md', import.meta.url), 'utf8');
const [, unit = ''] = /^```ini\n(.*?)^```$/ms.exec(guide) ?? [];
const keys = Object.fromEntries([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) console.warn('SKIPPED: systemd is not installed, so the unit in the guide is not checked by it');

test('the unit of the guide runs a command line that exists, and is not restarted where that cannot help', () => {
  const [program, ...words] = keys['ExecStart']!.split(' ');
  expect([program, words[0]]).toEqual(['/usr/bin/env', 'parley']);
  const parley = buildProgram('');
  parley.commands.find((command) => command.name() === 'listen')!.action(() => {});
  expect(() => parley.parse(words.slice(1), { from: 'user' })).not.toThrow();
  const { usage, notFound, keyNeeded } = exitCodes;
  expect(keys['RestartPreventExitStatus']).toBe(`${usage} ${notFound} ${keyNeeded}`);
  expect(unit).toContain('[Install]\nWantedBy=default.target\n');
});

test('the unit leaves time to stop the command and to release the delivery', () => {
  expect(keys['KillMode']).toBe('mixed');
  expect(Number(keys['TimeoutStopSec'])).toBeGreaterThan(10);
  expect(keys['SuccessExitStatus']).toBe('143');
});

test.runIf(hasSystemd)('systemd understands every line of the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'parley-gus.service');
  const problemsOf = (text: string) => {
    writeFileSync(file, text);
    const env = { ...process.env, XDG_RUNTIME_DIR: folder };
    const { stderr } = spawnSync('systemd-analyze', ['--user', 'verify', file], { encoding: 'utf8', env });
    return stderr.split('\n').filter((line) => line.includes('parley'));
  };
  expect(problemsOf(unit)).toEqual([]);
  expect(problemsOf(unit.replace('KillMode', 'KilMode'))).toHaveLength(1);
});
