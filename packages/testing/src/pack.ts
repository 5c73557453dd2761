import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const isLeftOut = (path: string) => /[\\/](node_modules|\.turbo|\.cache)$/.test(path);

/**
 * Packs a built package of this repository, named by its folder, with `npm pack`; returns the tarball, in its own folder below `into`.
 * Packing changes the manifest temporarily, so it uses a copy.
 */
export async function pack(folder: string, into: string): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'parley-pack-'));
  const target = mkdtempSync(join(into, 'packed-'));
  const manifests = ['core', 'mcp', 'server', 'sdk'].map((name) => `packages/${name}/package.json`);
  for (const path of ['pnpm-workspace.yaml', 'scripts', ...manifests, folder])
    cpSync(join(repository, path), join(copy, path), { recursive: true, filter: (from) => !isLeftOut(from) });
  try {
    await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', target], { cwd: join(copy, folder) });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return join(target, readdirSync(target)[0]!);
}
