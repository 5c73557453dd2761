import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../dist/siege/main.js', import.meta.url));

async function siege(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, stdout, stderr };
}

it.skipIf(process.platform !== 'linux')('starts a server, attacks it, and tells what honest clients saw', async () => {
  const { stdout, stderr } = await siege('--only', 'calm,shared-invitation', '--seconds', '2');
  const [calm, attacked] = ['calm', 'shared-invitation'].map((name) =>
    stdout.split('\n').find((line) => line.startsWith(`| ${name}`)),
  );
  expect(calm, stderr).toMatch(/\| alive .*\| [1-9]\d+ requests, worst \d+ ms/);
  expect(attacked, stderr).toMatch(/\| alive .*200 × [1-9]\d*/);
});

it('attacks nobody on another machine', async () => {
  const { code, stderr } = await siege('--url', 'http://192.0.2.1:8787', '--pid', '1');
  expect([code, stderr]).toEqual([2, 'Only http://127.… can be attacked, not http://192.0.2.1:8787\n']);
});
