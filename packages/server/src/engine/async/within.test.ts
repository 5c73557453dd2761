import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NoAnswer, within } from './within.ts';

test('what arrived while this process stood still arrived in time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-within-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const said = join(folder, 'said');
  const child = spawn('sh', ['-c', 'echo here; : > "$SAID"'], { env: { ...process.env, SAID: said } });
  const until = performance.now() + 200;
  const heard = within(100, once(child.stdout, 'data'));
  while (performance.now() < until || !existsSync(said));
  expect(String((await heard)[0])).toBe('here\n');
});

test('what does not arrive is given up', async () => {
  await expect(within(10, new Promise(() => {}))).rejects.toThrow(NoAnswer);
});
