import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellLine } from './shell-word.ts';

test.skipIf(process.platform === 'win32')('a shell reads the words and variables as they were', () => {
  const words = ['plain', 'two words', "it's", '$HOME `x` "y" \\', 'ünï', ''];
  const print = 'process.stdout.write(JSON.stringify([process.env.A, process.argv.slice(1)]))';
  const line = shellLine({ command: process.execPath, args: ['-e', print, '--', ...words], env: { A: "/a b/'c'" } });
  expect(JSON.parse(spawnSync('sh', ['-c', line], { encoding: 'utf8' }).stdout)).toEqual(["/a b/'c'", words]);
});

test('on Windows, paths with spaces are in double quotes', () => {
  const launch = { command: String.raw`C:\Program Files\node.exe`, args: ['hook', '--event', 'stop'], env: { A: 'b' } };
  expect(shellLine(launch, 'win32')).toBe(String.raw`"C:\Program Files\node.exe" hook --event stop`);
});
