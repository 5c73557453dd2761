import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../config-error.ts';
import { openSecret } from './secret.ts';

function given() {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-secret-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  let kept: string | undefined;
  const deployment = {
    fingerprint: async () => kept,
    keep: async (fingerprint: string) => (kept ??= fingerprint),
    newestKey: async () => undefined,
  };
  const file = join(dataDir, 'secret');
  return { file, open: () => openSecret({ secret: undefined, dataDir, deployment }) };
}

it('is created once, readable only by its user, and reused at the next start', async () => {
  const { file, open } = given();
  const secret = await open();
  expect(await open()).toBe(secret);
  expect(readFileSync(file, 'utf8')).toBe(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it.each(['', '\n', 'x'.repeat(31), ` ${'x'.repeat(31)}\n`])('is not read from a truncated file: %j', async (left) => {
  const { file, open } = given();
  writeFileSync(file, left);
  const refusal: unknown = await open().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ConfigError);
  expect(String(refusal)).toContain(`The secret file ${file} is damaged: it must have at least 32 bytes`);
  expect(readFileSync(file, 'utf8')).toBe(left);
});
