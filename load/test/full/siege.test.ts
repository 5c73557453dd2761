import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../dist/siege/main.js', import.meta.url));

async function siege(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr };
}

it.skipIf(process.platform !== 'linux')('starts a server, attacks it, and tells what honest clients saw', async () => {
  const { stdout, stderr } = await siege('--only', 'calm,unread-live');
  const [calm, attacked] = ['calm', 'unread-live'].map((name) => stdout.split('\n').find((line) => line.startsWith(`| ${name}`)));
  expect(calm, stderr).toMatch(/\| alive .*\| [1-9]\d+ requests, worst \d+ ms/);
  expect(attacked, stderr).toMatch(/\| alive .*200 × [1-9]\d*/);
});
